#define _GNU_SOURCE

#include "LineEditing.h"

#include <errno.h>
#include "Libedit.h"
#include <langinfo.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

#include "KeyInput.h"
#include "TerminalSignals.h"

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

static LineEditing *editing_of(EditLine *el) {
  LineEditing *editing = NULL;
  el_get(el, EL_CLIENTDATA, &editing);
  return editing;
}

static char *prompt_of(EditLine *el) { return (char *)editing_of(el)->prompt; }

// MARK: What a signal does to the line being edited

/// Moves the cursor behind the text by printing what is right of it: works on any terminal.
static void leave_line(LineEditing *editing, const char *mark) {
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
  leave_line(editing, "");
  el_set(editing->el, EL_PREP_TERM, 0);
  terminal_suspend();
  el_set(editing->el, EL_PREP_TERM, 1);
  el_resize(editing->el);
  paint_line_again(editing);
}

static void handle_events(LineEditing *editing) {
  unsigned events = terminal_events_take();
  if (events & TerminalEventInterrupt) {
    leave_line(editing, "^C");
    editing->outcome = LineEditingInterrupted;
    key_input_forget(&editing->input);
    return;
  }
  if (events & TerminalEventQuit) {
    leave_line(editing, "");
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

// MARK: Keys

static bool is_too_long(LineEditing *editing) {
  const LineInfoW *line = el_wline(editing->el);
  return (size_t)(line->lastchar - line->buffer) >= editing->limit;
}

/// libedit asks here for each character, so signals are handled between two keys, in ordinary
/// code, and never inside a handler.
static int next_character(EditLine *el, wchar_t *character) {
  LineEditing *editing = editing_of(el);
  for (;;) {
    handle_events(editing);
    if (editing->outcome == LineEditingInterrupted) {
      return -1;
    }
    if (key_input_take(&editing->input, character)) {
      bool inserts = *character >= 0x20 && *character != 0x7f;
      if (!inserts || !is_too_long(editing)) {
        return 1;
      }
      editing->outcome = LineEditingOverlong;
    } else if (!key_input_wait(&editing->input, terminal_events_descriptor())) {
      editing->outcome = LineEditingEnd;
      return -1;
    }
  }
}

static unsigned char complete(EditLine *el, int key) {
  (void)key;
  LineEditing *editing = editing_of(el);
  const LineInfo *line = el_line(el);
  char *before = strndup(line->buffer, (size_t)(line->cursor - line->buffer));
  if (editing->completer == NULL || before == NULL) {
    free(before);
    return CC_ERROR;
  }
  bool again = editing->completed != NULL && strcmp(editing->completed, before) == 0;
  char *insertion = NULL;
  char *listing = NULL;
  unsigned char result = CC_ERROR;
  editing->completer(editing->completer_context, before, again, &insertion, &listing);
  if (insertion != NULL && el_insertstr(el, insertion) == 0) {
    result = CC_REFRESH;
  } else if (listing != NULL) {
    leave_line(editing, "");
    fputs(listing, stdout);
    result = CC_REDISPLAY;
  }
  line = el_line(el);
  free(editing->completed);
  editing->completed = strndup(line->buffer, (size_t)(line->cursor - line->buffer));
  free(before);
  free(insertion);
  free(listing);
  return result;
}

static unsigned char paste_begins(EditLine *el, int key) {
  (void)key;
  editing_of(el)->input.pasting = true;
  return CC_NORM;
}

static unsigned char paste_ends(EditLine *el, int key) {
  (void)key;
  editing_of(el)->input.pasting = false;
  return CC_NORM;
}

static void bind_keys(EditLine *el) {
  static const char *const bindings[][2] = {
      {"^R", "em-inc-search-prev"},         {"^S", "em-inc-search-next"},
      {"^W", "ed-delete-prev-word"},        {"^U", "vi-kill-line-prev"},
      {"\033[A", "ed-search-prev-history"}, {"\033OA", "ed-search-prev-history"},
      {"\033[B", "ed-search-next-history"}, {"\033OB", "ed-search-next-history"},
      {"\033[H", "ed-move-to-beg"},         {"\033[1~", "ed-move-to-beg"},
      {"\033[F", "ed-move-to-end"},         {"\033[4~", "ed-move-to-end"},
      {"\033[3~", "ed-delete-next-char"},   {"\033[1;5C", "em-next-word"},
      {"\033[1;5D", "ed-prev-word"},        {"\033[200~", "paste-begins"},
      {"\033[201~", "paste-ends"},
  };
  for (size_t index = 0; index < sizeof bindings / sizeof bindings[0]; index++) {
    el_set(el, EL_BIND, bindings[index][0], bindings[index][1], NULL);
  }
}

// MARK: The interface

void line_editing_use_utf8(void) {
  setlocale(LC_CTYPE, "");
  if (strcmp(nl_langinfo(CODESET), "UTF-8") != 0) {
    setlocale(LC_CTYPE, "C.UTF-8");
  }
}

LineEditing *line_editing_create(const char *program, size_t limit) {
  LineEditing *editing = calloc(1, sizeof *editing);
  if (editing == NULL) {
    return NULL;
  }
  line_editing_use_utf8();
  editing->limit = limit;
  editing->hint = strdup("");
  editing->history = history_init();
  editing->el = el_init(program, stdin, stdout, stderr);
  if (editing->el == NULL || editing->history == NULL || editing->hint == NULL) {
    line_editing_destroy(editing);
    return NULL;
  }
  HistEvent event;
  history(editing->history, &event, H_SETSIZE, 10000);
  history(editing->history, &event, H_SETUNIQUE, 1);
  EditLine *el = editing->el;
  el_set(el, EL_CLIENTDATA, editing);
  el_set(el, EL_SIGNAL, 0);
  el_set(el, EL_GETCFN, next_character);
  el_set(el, EL_PROMPT_ESC, prompt_of, '\1');
  el_set(el, EL_HIST, history, editing->history);
  el_set(el, EL_ADDFN, "complete", "Complete the word at the cursor", complete);
  el_set(el, EL_ADDFN, "paste-begins", "Take what follows literally", paste_begins);
  el_set(el, EL_ADDFN, "paste-ends", "Take keys as keys again", paste_ends);
  el_set(el, EL_EDITOR, "emacs");
  el_set(el, EL_SETTY, "-d", "-ixon", NULL);  // frees ^S for the search
  bind_keys(el);
  el_source(el, NULL);
  // `bind -e` and `bind -v` in the reader's file clear all keys; completion has to survive.
  el_set(el, EL_BIND, "^I", "complete", NULL);
  return editing;
}

void line_editing_destroy(LineEditing *editing) {
  if (editing->el != NULL) {
    el_end(editing->el);
  }
  if (editing->history != NULL) {
    history_end(editing->history);
  }
  free(editing->completed);
  free(editing->hint);
  free(editing);
}

void line_editing_set_completer(
    LineEditing *editing, LineEditingCompleter completer, void *context) {
  editing->completer = completer;
  editing->completer_context = context;
}

void line_editing_set_hint(LineEditing *editing, const char *hint) {
  char *copy = strdup(hint);
  if (copy != NULL) {
    free(editing->hint);
    editing->hint = copy;
  }
}

void line_editing_remember(LineEditing *editing, const char *line) {
  HistEvent event;
  history(editing->history, &event, H_ENTER, line);
}

const char *line_editing_read(
    LineEditing *editing, const char *prompt, LineEditingOutcome *outcome, size_t *length) {
  int count = 0;
  editing->prompt = prompt;
  editing->outcome = LineEditingLine;
  editing->input.pasting = false;
  terminal_editing_begin();
  // libedit shows the prompt first and stops the terminal's own echo later; a key pressed in
  // between would appear twice.
  el_set(editing->el, EL_PREP_TERM, 1);
  const char *text = el_gets(editing->el, &count);
  terminal_editing_end();
  if (text == NULL && editing->outcome != LineEditingInterrupted) {
    editing->outcome = LineEditingEnd;
  }
  if (editing->outcome == LineEditingEnd) {
    fputc('\n', stdout);
  }
  fflush(stdout);
  key_input_keep_pasted(&editing->input);
  *outcome = editing->outcome;
  *length = text != NULL && count > 0 ? (size_t)count : 0;
  if (*length > 0 && text[*length - 1] == '\n') {
    *length -= 1;
  }
  return text;
}

void line_editing_discard_typed(void) { tcflush(STDIN_FILENO, TCIFLUSH); }
