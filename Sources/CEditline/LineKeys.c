// What keys do, and where they come from.
#define _GNU_SOURCE

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "LineState.h"
#include "TerminalSignals.h"

static bool is_too_long(LineEditing *editing) {
  const LineInfoW *line = el_wline(editing->el);
  return (size_t)(line->lastchar - line->buffer) >= editing->limit;
}

/// libedit asks here for each character, so signals are handled between two keys, in ordinary
/// code, and never inside a handler.
int line_next_character(EditLine *el, wchar_t *character) {
  LineEditing *editing = line_editing_of(el);
  for (;;) {
    line_handle_events(editing);
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
  LineEditing *editing = line_editing_of(el);
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
    line_leave(editing, "");
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
  line_editing_of(el)->input.pasting = true;
  return CC_NORM;
}

static unsigned char paste_ends(EditLine *el, int key) {
  (void)key;
  line_editing_of(el)->input.pasting = false;
  return CC_NORM;
}

void line_bind_keys(EditLine *el) {
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
  el_set(el, EL_ADDFN, "complete", "Complete the word at the cursor", complete);
  el_set(el, EL_ADDFN, "paste-begins", "Take what follows literally", paste_begins);
  el_set(el, EL_ADDFN, "paste-ends", "Take keys as keys again", paste_ends);
  for (size_t index = 0; index < sizeof bindings / sizeof bindings[0]; index++) {
    el_set(el, EL_BIND, bindings[index][0], bindings[index][1], NULL);
  }
}

void line_bind_completion(EditLine *el) { el_set(el, EL_BIND, "^I", "complete", NULL); }
