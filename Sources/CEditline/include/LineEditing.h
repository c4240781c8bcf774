#ifndef LINE_EDITING_H
#define LINE_EDITING_H

#include <stdbool.h>
#include <stddef.h>

/// libedit on standard input and output. Its own interface is C-variadic and wants stdio
/// streams, neither of which Swift can use.
typedef struct LineEditing LineEditing;

typedef enum {
  LineEditingLine,
  LineEditingInterrupted,
  LineEditingEnd,
  LineEditingOverlong,
} LineEditingOutcome;

/// Asked when the completion key is pressed. `before` is the text left of the cursor, `again`
/// says that nothing changed since the last press. The callee may set `insertion` (put at the
/// cursor) or `listing` (printed under the line), both from malloc; the caller frees them.
typedef void (*LineEditingCompleter)(
    void *context, const char *before, bool again, char **insertion, char **listing);

/// Null when there is no memory. `limit` is the longest accepted line in characters.
LineEditing *line_editing_create(const char *program, size_t limit);
void line_editing_destroy(LineEditing *editing);

void line_editing_set_completer(
    LineEditing *editing, LineEditingCompleter completer, void *context);

/// What the quit key prints; it does not quit.
void line_editing_set_hint(LineEditing *editing, const char *hint);

/// Adds a line that the history keys can find.
void line_editing_remember(LineEditing *editing, const char *line);

/// Reads one line. Escape sequences in the prompt stand between bytes of value 1.
/// The text, without its line end, belongs to the editor and lives until the next call.
const char *line_editing_read(
    LineEditing *editing, const char *prompt, LineEditingOutcome *outcome, size_t *length);

/// Throws away the keys pressed since the last line was read. The next lines of a paste stay:
/// they were there before the line was accepted.
void line_editing_discard_typed(void);

/// Makes the C library treat text as UTF-8 even where no locale is set.
void line_editing_use_utf8(void);

#endif
