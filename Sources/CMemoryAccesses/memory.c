// Memory that is given back, and values that one thread alone can still reach: what others did with
// them before is over, by the counting of references, which is not looked at.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <malloc.h>
#include <stdlib.h>

#include "internal.h"

extern void __libc_free(void *block);
extern void *__libc_realloc(void *block, size_t size);

static void forget(void *block) {
  if (block && accesses_count()) accesses_forget((uintptr_t)block, malloc_usable_size(block));
}

static void own(void *block) {
  if (block && accesses_count()) accesses_own((uintptr_t)block, malloc_usable_size(block));
}

void free(void *block) {
  forget(block);
  __libc_free(block);
}

void *realloc(void *block, size_t size) {
  forget(block);
  return __libc_realloc(block, size);
}

// True says that the reference in hand is the only one. The block is its owner's from then on.
#define UNIQUENESS(name) \
  bool name(const void *object) { \
    static bool (*real)(const void *); \
    if (!real) real = (bool (*)(const void *))dlsym(RTLD_NEXT, #name); \
    bool is_unique = real(object); \
    if (is_unique) own((void *)((uintptr_t)object & 0x00ffffffffffffffull)); \
    return is_unique; \
  }
UNIQUENESS(swift_isUniquelyReferenced_native)
UNIQUENESS(swift_isUniquelyReferenced_nonNull_native)

// A lazy global is made before the thread that asks for it goes on. A program that makes this a matter of the
// scheduler's has a function of its own, which comes before this one.
struct making {
  void (*make)(void *context);
  void *context, *mark;
};

static void make_and_give(void *making) {
  struct making *all = making;
  all->make(all->context);
  memory_accesses_give((uintptr_t)all->mark);
}

__attribute__((weak)) void swift_once(void *mark, void (*make)(void *), void *context) {
  static void (*real)(void *, void (*)(void *), void *);
  if (!real) real = (void (*)(void *, void (*)(void *), void *))dlsym(RTLD_NEXT, "swift_once");
  struct making making = {make, context, mark};
  real(mark, make_and_give, &making);
  memory_accesses_take((uintptr_t)mark);
}
