#define _GNU_SOURCE

#include "LineEditing.h"

#include <langinfo.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

#include "LineState.h"
#include "TerminalSignals.h"

LineEditing *line_editing_of(EditLine *el) {
  LineEditing *editing = NULL;
  el_get(el, EL_CLIENTDATA, &editing);
  return editing;
}

static char *prompt_of(EditLine *el) { return (char *)line_editing_of(el)->prompt; }

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
  el_set(el, EL_GETCFN, line_next_character);
  el_set(el, EL_PROMPT_ESC, prompt_of, '\1');
  el_set(el, EL_HIST, history, editing->history);
  el_set(el, EL_EDITOR, "emacs");
  el_set(el, EL_SETTY, "-d", "-ixon", NULL);  // frees ^S for the search
  line_bind_keys(el);
  el_source(el, NULL);
  // `bind -e` and `bind -v` in the reader's file clear all keys; completion has to survive.
  line_bind_completion(el);
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
