#ifndef TERMINAL_SIGNALS_H
#define TERMINAL_SIGNALS_H

#include <stdbool.h>

/// What the signal handlers have noted since it was last taken; bits of one set.
enum {
  TerminalEventInterrupt = 1,
  TerminalEventQuit = 2,
  TerminalEventSuspend = 4,
  TerminalEventContinue = 8,
  TerminalEventResize = 16,
};

/// Remembers the state of the terminal behind `descriptor` and installs the handlers.
/// Returns false when the descriptor is no terminal. Calling it again does nothing.
bool terminal_signals_install(int descriptor);

/// Puts the handlers that were there before back.
void terminal_signals_remove(void);

/// From here on a killing signal restores the remembered state before it kills.
void terminal_editing_begin(void);
void terminal_editing_end(void);

/// The same where single keys are read; other signals do what they did.
void terminal_keys_begin(void);
void terminal_keys_end(void);

/// Takes all noted events at once.
unsigned terminal_events_take(void);

/// Readable whenever an event may have been noted; a reader polls it beside its input.
int terminal_events_descriptor(void);

/// Stops the process as the terminal's suspend key does, and returns once it is continued.
void terminal_suspend(void);

/// A pipe that no child process inherits; Swift cannot see pipe2.
bool terminal_open_pipe(int ends[2]);

#endif
