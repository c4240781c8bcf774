// The line being edited, as the parts of the editor share it.
#ifndef LINE_STATE_H
#define LINE_STATE_H

#include <stdbool.h>
#include <stddef.h>

#include "KeyInput.h"
#include "Libedit.h"
#include "LineEditing.h"

struct LineEditing {
  EditLine *el;
  History *history;
  KeyInput input;
  const char *prompt;
  char *hint;
  char *completed;  // the text left of the cursor after the last completion
  LineEditingCompleter completer;
  void *completer_context;
  size_t limit;
  LineEditingOutcome outcome;
};

/// The state behind an editor of libedit's.
LineEditing *line_editing_of(EditLine *el);

/// Moves the cursor behind the text and begins a new line; `mark` is shown before that.
void line_leave(LineEditing *editing, const char *mark);

/// Does what the signals since the last call ask for.
void line_handle_events(LineEditing *editing);

/// libedit asks here for each character.
int line_next_character(EditLine *el, wchar_t *character);

/// Makes the functions known that keys can be bound to, and binds ours.
void line_bind_keys(EditLine *el);

/// The completion key, which must survive whatever the reader's file binds.
void line_bind_completion(EditLine *el);

#endif
