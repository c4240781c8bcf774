#define _GNU_SOURCE
#include "Frames.h"
#include <execinfo.h>
#include <link.h>
#include <stddef.h>
#include <stdio.h>

static int take_first(struct dl_phdr_info *info, size_t size, void *base) {
  (void)size;
  *(uintptr_t *)base = info->dlpi_addr;
  return 1;
}

void print_line_by_line(void) { setlinebuf(stdout); }

int frames_of_this_thread(uintptr_t *frames, int limit) {
  void *addresses[64];
  uintptr_t base = 0;
  int count = backtrace(addresses, limit < 64 ? limit : 64);
  // The program itself comes first.
  dl_iterate_phdr(take_first, &base);
  for (int i = 0; i < count; i++) frames[i] = (uintptr_t)addresses[i] - base;
  return count;
}
