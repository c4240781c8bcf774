// Weak variables. The run time reads and writes them, for the code and for all libraries, so that only
// the calls of code whose accesses are looked at count.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <elf.h>
#include <fcntl.h>
#include <link.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "internal.h"

#define PLACE ((uintptr_t)__builtin_return_address(0) - 1)
#define PLACES 1024

// MARK: Which function a place is in

/// The functions of the program, as its file lists them.
static const ElfW(Sym) *functions;
static size_t function_count;
/// Where the program lies in memory.
static uintptr_t base;

static int note_base(struct dl_phdr_info *info, size_t size, void *context) {
  (void)size, (void)context;
  base = info->dlpi_addr;
  return 1; // The first one is the program.
}

static void read_functions(void) {
  dl_iterate_phdr(note_base, NULL);
  int file = open("/proc/self/exe", O_RDONLY | O_CLOEXEC);
  struct stat status;
  if (file < 0) return;
  if (fstat(file, &status) == 0 && (size_t)status.st_size > sizeof(ElfW(Ehdr))) {
    const char *all = mmap(NULL, status.st_size, PROT_READ, MAP_PRIVATE, file, 0);
    if (all != MAP_FAILED) {
      const ElfW(Ehdr) *header = (const void *)all;
      const ElfW(Shdr) *sections = (const void *)(all + header->e_shoff);
      for (int i = 0; i < header->e_shnum; i++) {
        if (sections[i].sh_type != SHT_SYMTAB) continue;
        functions = (const void *)(all + sections[i].sh_offset);
        function_count = sections[i].sh_size / sizeof *functions;
      }
    }
  }
  close(file);
}

static bool is_in(const ElfW(Sym) *function, uintptr_t place) {
  uintptr_t start = base + function->st_value;
  return place >= start && place < start + function->st_size;
}

/// Where the function of a place begins; 0 if that is not known.
static uintptr_t find_function(uintptr_t place, uintptr_t *end) {
  for (size_t i = 0; i < function_count; i++) {
    if ((functions[i].st_info & 0xf) != STT_FUNC || !is_in(&functions[i], place)) continue;
    *end = base + functions[i].st_value + functions[i].st_size;
    return base + functions[i].st_value;
  }
  return 0;
}

/// Whether the code at this place is looked at: then its function was the last to say that it begins.
static bool is_of_code(uintptr_t place) {
  static struct { uintptr_t place, start, end; } known[PLACES];
  static bool was_read;
  if (!was_read) read_functions();
  was_read = true;
  size_t slot = (place * 0x9e3779b97f4a7c15ull >> 32) % PLACES;
  if (known[slot].place != place) {
    known[slot].place = place;
    known[slot].start = find_function(place, &known[slot].end);
  }
  uintptr_t entry = accesses_entry();
  return known[slot].start && entry >= known[slot].start && entry < known[slot].end;
}

// MARK: What the code calls

static void see(void *variable, bool is_write, uintptr_t place) {
  if (accesses_count() && is_of_code(place))
    accesses_see((uintptr_t)variable, sizeof(void *), is_write, place);
}

#define REAL(type, name) \
  static __typeof__(type) real; \
  if (!real) real = (__typeof__(type))dlsym(RTLD_NEXT, #name)

void *swift_weakLoadStrong(void *variable) {
  REAL(void *(*)(void *), swift_weakLoadStrong);
  see(variable, false, PLACE);
  return real(variable);
}

void *swift_weakAssign(void *variable, void *object) {
  REAL(void *(*)(void *, void *), swift_weakAssign);
  see(variable, true, PLACE);
  return real(variable, object);
}

void *swift_weakCopyInit(void *to, void *from) {
  REAL(void *(*)(void *, void *), swift_weakCopyInit);
  see(from, false, PLACE);
  return real(to, from);
}

void *swift_weakCopyAssign(void *to, void *from) {
  REAL(void *(*)(void *, void *), swift_weakCopyAssign);
  see(from, false, PLACE);
  see(to, true, PLACE);
  return real(to, from);
}

void *swift_weakTakeAssign(void *to, void *from) {
  REAL(void *(*)(void *, void *), swift_weakTakeAssign);
  see(to, true, PLACE);
  return real(to, from);
}
