#ifndef CPSEUDOTERMINAL_H
#define CPSEUDOTERMINAL_H

#include <stddef.h>
#include <sys/types.h>

/// Opens a new terminal and tells the name of its device. Returns the end that a test holds,
/// or -1 with errno set.
int pseudo_terminal_open(char *device, size_t length);

/// Starts a program in a session of its own with the device as its terminal.
/// Returns 0 or an error number.
int pseudo_terminal_start(
    const char *device, const char *directory, char *const arguments[], char *const environment[],
    pid_t *process);

#endif
