#ifndef MEMORY_ACCESSES_H
#define MEMORY_ACCESSES_H

#include <stdbool.h>
#include <stdint.h>

// What code that was compiled with `-sanitize=thread` calls at each access to memory, without the
// runtime of the sanitizer: `__tsan_read8` and the like are defined here. They do nothing until
// `memory_accesses_begin`.

/// Who runs now, as the scheduler keeps it.
struct running_now {
  /// The vector clocks of the run, one row after the other.
  int32_t *clocks;
  /// Where the row of the running thread begins.
  int64_t row;
  /// The number of the running thread in the run, which is its column.
  int32_t thread;
  /// The kernel's number of the real thread under it.
  int32_t owner;
  /// Another number for each run.
  int32_t run;
  /// Whether accesses count now.
  int32_t is_on;
  /// How many threads a row has room for.
  int32_t columns;
  int32_t number;
};

/// An address in the code that accesses memory, and those of the calls that led to it, the innermost
/// first; 0 for what is not known. The code may be a library's that was compiled into the caller.
#define ACCESS_FRAMES 4
struct access_place {
  uintptr_t frames[ACCESS_FRAMES];
};

/// One of two accesses that nothing orders.
struct racing_access {
  struct access_place place;
  bool is_write;
};

struct memory_race {
  struct racing_access first, second;
  /// The bytes that the second one touches.
  uintptr_t address;
  int32_t first_thread, second_thread;
};

/// Called before an access at one of the places that are steps.
typedef void (*access_step)(const struct access_place *place, uintptr_t address, bool is_write);

/// Begins to look. `now` is read at each access.
void memory_accesses_begin(const volatile struct running_now *now, access_step step);

/// From now on the accesses at this address in the code are steps.
void memory_accesses_add_step(uintptr_t place);

/// The races so far, each pair of places once.
int memory_accesses_races(const struct memory_race **races);

/// What the running thread did is before what another one does that takes the same mark later.
void memory_accesses_give(uintptr_t mark);
void memory_accesses_take(uintptr_t mark);

#endif
