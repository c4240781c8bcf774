#define _GNU_SOURCE
#include "TaskLocals.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

enum { limit = 256 };
static struct { const void *key, *type; } known[limit];
static atomic_int count;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

typedef void (*push)(const void *key, void *value, const void *type);
static push next;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void find(void) { next = (push)dlsym(RTLD_NEXT, "swift_task_localValuePush"); }

static int knows(const void *key) {
  int end = atomic_load_explicit(&count, memory_order_acquire);
  for (int index = 0; index < end; index++)
    if (known[index].key == key) return 1;
  return 0;
}

static void note(const void *key, const void *type) {
  if (knows(key)) return;
  pthread_mutex_lock(&mutex);
  int end = atomic_load_explicit(&count, memory_order_relaxed);
  if (!knows(key) && end < limit) {
    known[end].key = key;
    known[end].type = type;
    atomic_store_explicit(&count, end + 1, memory_order_release);
  }
  pthread_mutex_unlock(&mutex);
}

/// The language's runtime binds a value with this. It is found before the library's own function;
/// Swift code may not have a function of this name.
void swift_task_localValuePush(const void *key, void *value, const void *type) {
  note(key, type);
  pthread_once(&once, find);
  next(key, value, type);
}

/// What the metadata of a type says of its values, as the language's ABI lays it out.
struct witnesses {
  void *copy_buffer, *destroy;
  void *(*copy)(void *to, const void *from, const void *type);
  void *others[5];
  size_t size, stride;
  unsigned flags;
};

void task_local_push_copy(const void *key, const void *value, const void *type) {
  const struct witnesses *witnesses = ((const struct witnesses *const *)type)[-1];
  size_t alignment = (witnesses->flags & 0xff) + 1;
  void *copy = NULL;
  size_t least = alignment < sizeof(void *) ? sizeof(void *) : alignment;
  if (posix_memalign(&copy, least, witnesses->size + 1)) return;
  witnesses->copy(copy, value, type);
  pthread_once(&once, find);
  // The value is moved out of the copy.
  next(key, copy, type);
  free(copy);
}

int task_local_count(void) { return atomic_load_explicit(&count, memory_order_acquire); }
const void *task_local_key(int index) { return known[index].key; }
const void *task_local_type(int index) { return known[index].type; }
