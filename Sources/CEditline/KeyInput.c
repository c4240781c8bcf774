#include "KeyInput.h"

#include <errno.h>
#include <poll.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

static const wchar_t replacement = 0xfffd;

/// How many bytes the character starting with `lead` has, 0 when no character starts so.
static size_t sequence_length(unsigned char lead) {
  if (lead < 0x80) return 1;
  if (lead >= 0xc2 && lead < 0xe0) return 2;
  if (lead >= 0xe0 && lead < 0xf0) return 3;
  if (lead >= 0xf0 && lead < 0xf5) return 4;
  return 0;
}

static bool is_character(wchar_t value, size_t length) {
  if (length == 3) return value >= 0x800 && (value < 0xd800 || value > 0xdfff);
  if (length == 4) return value >= 0x10000 && value <= 0x10ffff;
  return true;
}

/// The bytes used by the first character, 0 when it is not complete yet.
static size_t decode(const KeyInput *input, wchar_t *character) {
  static const unsigned char lead_bits[] = {0, 0x7f, 0x1f, 0x0f, 0x07};
  const unsigned char *bytes = input->bytes + input->start;
  size_t available = input->end - input->start;
  size_t length = sequence_length(bytes[0]);
  *character = replacement;
  if (length == 0) {
    return 1;
  }
  wchar_t value = bytes[0] & lead_bits[length];
  for (size_t index = 1; index < length; index++) {
    if (index >= available) {
      return input->ended ? available : 0;
    }
    if ((bytes[index] & 0xc0) != 0x80) {
      return index;
    }
    value = (value << 6) | (bytes[index] & 0x3f);
  }
  if (is_character(value, length)) {
    *character = value;
  }
  return length;
}

/// Pasted text is text: a tab in it completes nothing, a control character edits nothing.
static bool prepare_pasted(wchar_t *character) {
  if (*character == '\t') {
    *character = ' ';
  }
  return *character >= 0x20 || *character == '\r' || *character == '\n' || *character == 0x1b;
}

bool key_input_take(KeyInput *input, wchar_t *character) {
  while (input->start < input->end) {
    size_t used = decode(input, character);
    if (used == 0) {
      return false;
    }
    input->start += used;
    if (!input->pasting || prepare_pasted(character)) {
      return true;
    }
  }
  return false;
}

static void make_room(KeyInput *input) {
  memmove(input->bytes, input->bytes + input->start, input->end - input->start);
  input->end -= input->start;
  input->start = 0;
}

static void read_available(KeyInput *input) {
  make_room(input);
  size_t room = sizeof input->bytes - input->end;
  ssize_t count = room == 0 ? 0 : read(STDIN_FILENO, input->bytes + input->end, room);
  if (count > 0) {
    input->end += (size_t)count;
  } else if (room > 0 && (count == 0 || (errno != EINTR && errno != EAGAIN))) {
    input->ended = true;
  }
}

bool key_input_wait(KeyInput *input, int events) {
  struct pollfd sources[] = {
      {.fd = STDIN_FILENO, .events = POLLIN},
      {.fd = events, .events = POLLIN},
  };
  if (input->ended) {
    return false;
  }
  if (poll(sources, 2, -1) < 0) {
    return errno == EINTR;
  }
  if (sources[0].revents != 0) {
    read_available(input);
  }
  return !input->ended || input->start < input->end;
}

void key_input_keep_pasted(KeyInput *input) {
  struct pollfd source = {.fd = STDIN_FILENO, .events = POLLIN};
  if (!input->ended && poll(&source, 1, 0) == 1 && (source.revents & POLLIN)) {
    read_available(input);
  }
}

void key_input_forget(KeyInput *input) { input->start = input->end; }
