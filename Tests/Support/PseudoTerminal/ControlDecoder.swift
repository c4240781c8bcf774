internal import Glibc

/// Cuts a stream of bytes into characters and the terminal's controls.
struct ControlDecoder: Sendable {
  enum Control {
    case character(Character, width: Int)
    case carriageReturn, lineFeed, backspace, tab
    /// `ESC [ parameters final`
    case sequence(Character, [Int])
  }

  private enum State {
    case text
    case escape
    case sequence(String)
    /// A string up to BEL or ESC \, as in a window title or a link.
    case string(sawEscape: Bool)
    case character([UInt8], missing: Int)
  }

  private var state = State.text

  /// Takes one byte; answers with a control once one is complete.
  mutating func take(_ byte: UInt8) -> Control? {
    switch state {
    case .text: return takeText(byte)
    case .escape:
      takeEscape(byte)
      return nil
    case .sequence(let parameters): return takeSequence(byte, parameters)
    case .string(let sawEscape):
      let isOver = byte == 7 || (sawEscape && byte == UInt8(ascii: "\\"))
      state = isOver ? .text : .string(sawEscape: byte == 0x1B)
      return nil
    case .character(let bytes, let missing): return takeCharacter(bytes + [byte], missing - 1)
    }
  }

  private mutating func takeText(_ byte: UInt8) -> Control? {
    switch byte {
    case 0x0D: return .carriageReturn
    case 0x0A: return .lineFeed
    case 0x08: return .backspace
    case 0x09: return .tab
    case 0x1B: state = .escape
    case 0x20..<0x7F: return .character(Character(Unicode.Scalar(byte)), width: 1)
    case 0xC0..<0xE0: state = .character([byte], missing: 1)
    case 0xE0..<0xF0: state = .character([byte], missing: 2)
    case 0xF0...: state = .character([byte], missing: 3)
    default: break
    }
    return nil
  }

  private mutating func takeEscape(_ byte: UInt8) {
    switch byte {
    case UInt8(ascii: "["): state = .sequence("")
    case UInt8(ascii: "]"): state = .string(sawEscape: false)
    default: state = .text
    }
  }

  private mutating func takeSequence(_ byte: UInt8, _ parameters: String) -> Control? {
    let character = Character(Unicode.Scalar(byte))
    guard (0x40..<0x7F).contains(byte) else {
      state = .sequence(parameters + String(character))
      return nil
    }
    state = .text
    let numbers = parameters.split(separator: ";", omittingEmptySubsequences: false)
    return .sequence(character, numbers.map { Int($0) ?? 0 })
  }

  private mutating func takeCharacter(_ bytes: [UInt8], _ missing: Int) -> Control? {
    guard missing == 0 else {
      state = .character(bytes, missing: missing)
      return nil
    }
    state = .text
    guard let scalar = String(decoding: bytes, as: UTF8.self).unicodeScalars.first else {
      return nil
    }
    return .character(Character(scalar), width: Self.width(of: scalar))
  }

  /// Enough for the texts of the tests, and not the code under test.
  private static func width(of scalar: Unicode.Scalar) -> Int {
    switch scalar.value {
    case 0x300...0x36F, 0x200D, 0xFE0F: 0
    case 0x1100...0x115F, 0x2E80...0xD7A3, 0xF900...0xFAFF, 0xFF00...0xFF60: 2
    case 0x1F300...0x1FAFF: 2
    default: 1
    }
  }
}
