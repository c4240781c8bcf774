#define _GNU_SOURCE

#include "CPseudoTerminal.h"

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <unistd.h>

int pseudo_terminal_open(char *device, size_t length) {
  int master = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC | O_NONBLOCK);
  if (master < 0) {
    return -1;
  }
  if (grantpt(master) != 0 || unlockpt(master) != 0 || ptsname_r(master, device, length) != 0) {
    close(master);
    return -1;
  }
  return master;
}

/// A session of its own, and no signal ignored or blocked by inheritance.
static void configure(posix_spawnattr_t *attributes) {
  sigset_t all;
  sigset_t none;
  sigfillset(&all);
  sigemptyset(&none);
  posix_spawnattr_setsigdefault(attributes, &all);
  posix_spawnattr_setsigmask(attributes, &none);
  posix_spawnattr_setflags(
      attributes, POSIX_SPAWN_SETSID | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK);
}

int pseudo_terminal_start(
    const char *device, const char *directory, char *const arguments[], char *const environment[],
    pid_t *process) {
  posix_spawnattr_t attributes;
  posix_spawn_file_actions_t actions;
  posix_spawnattr_init(&attributes);
  posix_spawn_file_actions_init(&actions);
  configure(&attributes);
  // The first terminal that a new session opens becomes its controlling terminal.
  posix_spawn_file_actions_addopen(&actions, 0, device, O_RDWR, 0);
  posix_spawn_file_actions_adddup2(&actions, 0, 1);
  posix_spawn_file_actions_adddup2(&actions, 0, 2);
  if (directory != NULL) {
    posix_spawn_file_actions_addchdir_np(&actions, directory);
  }
  int code = posix_spawn(process, arguments[0], &actions, &attributes, arguments, environment);
  posix_spawn_file_actions_destroy(&actions);
  posix_spawnattr_destroy(&attributes);
  return code;
}
