#ifndef KEY_INPUT_H
#define KEY_INPUT_H

#include <stdbool.h>
#include <stddef.h>
#include <wchar.h>

/// Bytes of standard input on their way to becoming characters.
typedef struct {
  unsigned char bytes[4096];
  size_t start;
  size_t end;
  bool pasting;
  bool ended;
} KeyInput;

/// Takes one character out of what was read; false when more bytes are needed.
bool key_input_take(KeyInput *input, wchar_t *character);

/// Waits until there are bytes or `events` is readable; false when the input has ended.
bool key_input_wait(KeyInput *input, int events);

/// Reads what has arrived already: the next lines of the paste that this line came from.
void key_input_keep_pasted(KeyInput *input);

/// Forgets what was read and not taken.
void key_input_forget(KeyInput *input);

#endif
