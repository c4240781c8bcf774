// What a signal does to the line being edited.
#define _GNU_SOURCE

#include <stdio.h>

#include "LineState.h"
#include "TerminalSignals.h"

/// Printing what is right of the cursor moves it on any terminal.
void line_leave(LineEditing *editing, const char *mark) {
  const LineInfo *line = el_line(editing->el);
  fwrite(line->cursor, 1, (size_t)(line->lastchar - line->cursor), stdout);
  fputs(mark, stdout);
  fputc('\n', stdout);
  fflush(stdout);
}

static void paint_line_again(LineEditing *editing) {
  fputc('\r', stdout);
  el_set(editing->el, EL_REFRESH);
  fflush(stdout);
}

static void suspend(LineEditing *editing) {
  line_leave(editing, "");
  el_set(editing->el, EL_PREP_TERM, 0);
  terminal_suspend();
  el_set(editing->el, EL_PREP_TERM, 1);
  el_resize(editing->el);
  paint_line_again(editing);
}

void line_handle_events(LineEditing *editing) {
  unsigned events = terminal_events_take();
  if (events & TerminalEventInterrupt) {
    line_leave(editing, "^C");
    editing->outcome = LineEditingInterrupted;
    key_input_forget(&editing->input);
    return;
  }
  if (events & TerminalEventQuit) {
    line_leave(editing, "");
    fputs(editing->hint, stdout);
    fputc('\n', stdout);
    paint_line_again(editing);
  }
  if (events & TerminalEventSuspend) {
    suspend(editing);
  } else if (events & (TerminalEventContinue | TerminalEventResize)) {
    el_set(editing->el, EL_PREP_TERM, 1);
    el_resize(editing->el);
    paint_line_again(editing);
  }
}
