#define _GNU_SOURCE

#include "InterruptKey.h"

#include <errno.h>
#include <signal.h>
#include <stdatomic.h>
#include <unistd.h>

// Signal handlers touch these, so they are lock-free.
static atomic_uint interrupts;
static atomic_int watcher = -1;

unsigned terminal_interrupt_count(void) { return atomic_load(&interrupts); }
void terminal_interrupt_clear(void) { atomic_store(&interrupts, 0); }
void terminal_watch(int descriptor) { atomic_store(&watcher, descriptor); }

bool terminal_tell_watcher(unsigned char key) {
  int descriptor = atomic_load(&watcher);
  if (descriptor < 0) {
    return false;
  }
  // A full pipe already wakes its reader, so a byte that does not fit is not missed.
  if (write(descriptor, &key, 1) < 0) {
    errno = 0;
  }
  return true;
}

unsigned terminal_interrupt_note(void) {
  unsigned count = atomic_fetch_add(&interrupts, 1) + 1;
  terminal_tell_watcher(3);
  return count;
}

static void on_interrupt(int signal) {
  int error = errno;
  if (terminal_interrupt_note() > 1) {
    struct sigaction usual = {.sa_handler = SIG_DFL};
    sigaction(signal, &usual, NULL);
    raise(signal);  // delivered when this handler returns
  }
  errno = error;
}

void terminal_interrupt_listen(void) {
  struct sigaction before;
  if (sigaction(SIGINT, NULL, &before) != 0 || before.sa_handler == SIG_IGN) {
    return;  // started in the background: keep it that way
  }
  struct sigaction action = {.sa_handler = on_interrupt, .sa_flags = SA_RESTART};
  sigaction(SIGINT, &action, NULL);
}
