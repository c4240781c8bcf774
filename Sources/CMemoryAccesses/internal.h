#ifndef INTERNAL_H
#define INTERNAL_H

#include <stddef.h>

#include "memory_accesses.h"

/// Accesses of more threads than these are not looked at.
#define THREADS 128

/// Who runs; null as long as nothing is looked at.
extern const volatile struct running_now *accesses_now;

/// Whether the calling thread is the one of the run that runs.
bool accesses_count(void);
/// The calls that led to where the calling thread is: from which place, and a place in the function
/// that begins.
void accesses_enter(uintptr_t caller, uintptr_t entry);
void accesses_leave(void);
/// A place in the function that was the last to begin and has not ended; 0 if there is none.
uintptr_t accesses_entry(void);
/// Whether it lies in the program itself and in no library.
bool accesses_is_of_program(uintptr_t address);
/// Looks at an access of `size` bytes.
void accesses_see(uintptr_t address, size_t size, bool is_write, uintptr_t place);
/// Looks at what is said before a value is changed in place.
void accesses_see_change(uintptr_t address, uintptr_t place);
/// What is known of these bytes is about something that is no more.
void accesses_forget(uintptr_t address, size_t size);
/// The running thread alone can still reach this block: what others did with it before is over.
void accesses_own(uintptr_t address, size_t size);
/// Between the two, accesses of the running thread are left out.
void accesses_ignore(int change);

#endif
