internal import CEditline
internal import Glibc

/// Single keys of a terminal, as they are pressed: nothing is shown, and no Enter is needed.
public enum KeyReader {
  /// The next key; nil where there is no terminal any more, or where Ctrl-C or Ctrl-D was pressed.
  ///
  /// Until keys are read one by one, Ctrl-C is an interrupt and no key:
  ///
  ///     program                        reader
  ///     draws a screen
  ///                                    Ctrl-C (an interrupt)
  ///     reads keys: has to see it
  ///
  /// - Parameter minding: whether such an interrupt counts as the key that it was meant for.
  public static func next(descriptor: Int32 = 0, minding interrupts: Bool = false) -> Character? {
    var before = termios()
    guard tcgetattr(descriptor, &before) == 0 else { return nil }
    var keys = before
    // Ctrl-C is a key among others here, so that the caller can tidy up.
    keys.c_lflag &= ~tcflag_t(ICANON | ECHO | ISIG)
    terminal_keys_begin()
    tcsetattr(descriptor, TCSADRAIN, &keys)
    defer {
      tcsetattr(descriptor, TCSADRAIN, &before)
      terminal_keys_end()
    }
    guard !(interrupts && Interrupts.isPending) else { return nil }
    guard let first = byte(descriptor), first != 3, first != 4 else { return nil }
    guard first == 0x1B else { return Character(Unicode.Scalar(first)) }
    return arrow(descriptor)
  }

  /// The arrow keys as the keys that mean the same: right is a space, left is `b`.
  private static func arrow(_ descriptor: Int32) -> Character {
    var sequence: [UInt8] = []
    while sequence.count < 8, hasMore(descriptor), let next = byte(descriptor) {
      sequence.append(next)
      if (0x40...0x7E).contains(next), next != UInt8(ascii: "["), next != UInt8(ascii: "O") {
        break
      }
    }
    switch sequence.last {
    case UInt8(ascii: "C"): return " "
    case UInt8(ascii: "D"): return "b"
    // Page down and page up, which the remote controls of projectors send.
    case UInt8(ascii: "~"): return sequence.contains(UInt8(ascii: "5")) ? "b" : " "
    default: return "\u{1B}"
    }
  }

  fileprivate static func hasMore(_ descriptor: Int32, within milliseconds: Int32 = 20) -> Bool {
    var source = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&source, 1, milliseconds) > 0
  }

  fileprivate static func byte(_ descriptor: Int32) -> UInt8? {
    var byte: UInt8 = 0
    while true {
      let count = read(descriptor, &byte, 1)
      if count == 1 { return byte }
      guard count < 0, errno == EINTR else { return nil }
    }
  }
}

/// Keys that may be pressed while something else is waited for. As long as it is there, a key needs
/// no Enter and is not shown; Ctrl-C is still an interrupt.
public final class WaitingKeys {
  private let descriptor: Int32
  private let before: termios

  /// Nil where there is no terminal.
  public init?(descriptor: Int32 = 0) {
    var before = termios()
    guard tcgetattr(descriptor, &before) == 0 else { return nil }
    var keys = before
    keys.c_lflag &= ~tcflag_t(ICANON | ECHO)
    terminal_keys_begin()
    tcsetattr(descriptor, TCSADRAIN, &keys)
    (self.descriptor, self.before) = (descriptor, before)
  }

  deinit {
    var before = before
    tcsetattr(descriptor, TCSADRAIN, &before)
    terminal_keys_end()
  }

  public var isPressed: Bool { KeyReader.hasMore(descriptor, within: 0) }

  /// The key that was pressed; at the end of the input, as when the terminal is gone, a `q`.
  public func take() -> Character? {
    guard let byte = KeyReader.byte(descriptor) else { return "q" }
    return Character(Unicode.Scalar(byte))
  }
}
