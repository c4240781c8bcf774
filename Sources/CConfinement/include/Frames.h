#include <stdint.h>

/// Where the calling thread is, innermost first, counted from the beginning of the program; returns
/// how many there are. May be called by a signal handler, once it has been called before.
int frames_of_this_thread(uintptr_t *frames, int limit);

/// What is printed leaves the process with each line, and not when it ends.
void print_line_by_line(void);
