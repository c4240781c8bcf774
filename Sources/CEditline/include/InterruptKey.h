#ifndef INTERRUPT_KEY_H
#define INTERRUPT_KEY_H

#include <stdbool.h>

/// Counts the interrupt key from now on, also where no line is edited. A press that finds an
/// earlier one unanswered ends the process, as it would have without us.
void terminal_interrupt_listen(void);

/// How often the interrupt key was pressed since it was last cleared.
unsigned terminal_interrupt_count(void);
void terminal_interrupt_clear(void);

/// Counts a press and tells the watcher; returns the new count. A signal handler may call it.
unsigned terminal_interrupt_note(void);

/// While set, each interrupt writes the byte 3 there, each quit the byte 28. -1 ends it.
void terminal_watch(int descriptor);

/// Tells the watcher of a key; false without a watcher. A signal handler may call it.
bool terminal_tell_watcher(unsigned char key);

#endif
