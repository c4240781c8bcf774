#define _GNU_SOURCE

#include "TerminalSignals.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <termios.h>
#include <unistd.h>

#include "InterruptKey.h"

// Everything a handler touches is lock-free or written once, before the handlers exist.
static struct termios remembered;
static int terminal = -1;
static int wake_read = -1;
static int wake_write = -1;
static atomic_bool editing;
static atomic_int keys_read;
static atomic_uint events;

static const int noted[] = {SIGINT, SIGQUIT, SIGTSTP, SIGCONT, SIGWINCH};
static const int deadly[] = {SIGHUP, SIGTERM, SIGABRT, SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP};
static struct sigaction before[NSIG];
static bool replaced[NSIG];

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

/// Only the foreground may change the terminal, and only an editor in mid-line has changed it, or who
/// waits for a key.
static void restore_terminal(void) {
  bool is_changed = atomic_load(&editing) || atomic_load(&keys_read) > 0;
  if (is_changed && tcgetpgrp(terminal) == getpgrp()) {
    tcsetattr(terminal, TCSANOW, &remembered);
  }
}

static void note(unsigned event) {
  static const unsigned char byte = 1;
  atomic_fetch_or(&events, event);
  // A full pipe already wakes its reader, so a byte that does not fit is not missed.
  if (write(wake_write, &byte, 1) < 0) {
    errno = 0;
  }
}

static void act_as_before(int signal) {
  sigset_t this_one;
  sigaction(signal, &before[signal], NULL);
  raise(signal);
  sigemptyset(&this_one);
  sigaddset(&this_one, signal);
  sigprocmask(SIG_UNBLOCK, &this_one, NULL);
}

static void install(int signal);

static void on_noted(int signal) {
  int error = errno;
  switch (signal) {
    case SIGINT:
      terminal_interrupt_note();
      note(TerminalEventInterrupt);
      break;
    case SIGQUIT:
      if (atomic_load(&editing)) {
        note(TerminalEventQuit);
      } else if (!terminal_tell_watcher(28)) {
        act_as_before(signal);  // without a listener the reader's last resort must work
      }
      break;
    case SIGTSTP:
      if (atomic_load(&editing)) {
        note(TerminalEventSuspend);
      } else {
        act_as_before(signal);
        install(signal);
      }
      break;
    case SIGCONT:
      note(TerminalEventContinue);
      break;
    case SIGWINCH:
      note(TerminalEventResize);
      break;
  }
  errno = error;
}

static void on_deadly(int signal, siginfo_t *info, void *context) {
  (void)context;
  restore_terminal();
  bool sent = signal == SIGHUP || signal == SIGTERM || signal == SIGABRT || info->si_code <= 0;
  if (sent) {
    act_as_before(signal);
  } else {
    // Returning repeats the faulting instruction, now in front of the handler that was there before.
    sigaction(signal, &before[signal], NULL);
  }
}

static void install(int signal) {
  struct sigaction action = {0};
  bool is_noted = false;
  for (size_t index = 0; index < COUNT(noted); index++) {
    is_noted = is_noted || noted[index] == signal;
  }
  sigemptyset(&action.sa_mask);
  sigaddset(&action.sa_mask, SIGTTOU);  // a background tcsetattr must fail, not stop us
  if (is_noted) {
    action.sa_handler = on_noted;
    action.sa_flags = SA_RESTART;
  } else {
    action.sa_sigaction = on_deadly;
    action.sa_flags = SA_SIGINFO | SA_ONSTACK;
  }
  sigaction(signal, &action, NULL);
}

static void replace(int signal) {
  sigaction(signal, NULL, &before[signal]);
  bool ignored = before[signal].sa_handler == SIG_IGN;
  if (ignored && (signal == SIGHUP || signal == SIGTERM)) {
    return;  // started under nohup: keep it that way
  }
  install(signal);
  replaced[signal] = true;
}

static bool open_wake_pipe(void) {
  int ends[2];
  if (wake_read >= 0) {
    return true;
  }
  if (pipe2(ends, O_CLOEXEC | O_NONBLOCK) != 0) {
    return false;
  }
  wake_read = ends[0];
  wake_write = ends[1];
  return true;
}

bool terminal_signals_install(int descriptor) {
  static bool restores_at_exit;
  if (terminal >= 0) {
    return true;
  }
  if (!open_wake_pipe() || tcgetattr(descriptor, &remembered) != 0) {
    return false;
  }
  terminal = descriptor;
  if (!restores_at_exit) {
    restores_at_exit = true;
    atexit(restore_terminal);
  }
  for (size_t index = 0; index < COUNT(noted); index++) {
    replace(noted[index]);
  }
  for (size_t index = 0; index < COUNT(deadly); index++) {
    replace(deadly[index]);
  }
  return true;
}

void terminal_signals_remove(void) {
  for (int signal = 1; signal < NSIG; signal++) {
    if (replaced[signal]) {
      sigaction(signal, &before[signal], NULL);
      replaced[signal] = false;
    }
  }
  terminal = -1;
}

void terminal_editing_begin(void) {
  // Keys pressed while the last command ran were for that command.
  atomic_fetch_and(&events, ~(unsigned)(TerminalEventInterrupt | TerminalEventQuit));
  atomic_store(&editing, true);
}

void terminal_editing_end(void) { atomic_store(&editing, false); }

void terminal_keys_begin(void) { atomic_fetch_add(&keys_read, 1); }

void terminal_keys_end(void) { atomic_fetch_sub(&keys_read, 1); }

unsigned terminal_events_take(void) {
  unsigned char drained[64];
  while (read(wake_read, drained, sizeof drained) > 0) {
  }
  return atomic_exchange(&events, 0);
}

int terminal_events_descriptor(void) { return wake_read; }

void terminal_suspend(void) {
  act_as_before(SIGTSTP);
  install(SIGTSTP);
}

bool terminal_open_pipe(int ends[2]) { return pipe2(ends, O_CLOEXEC) == 0; }
