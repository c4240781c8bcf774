/// How many cells text takes in a terminal.
public enum DisplayWidth {
  /// The cells of a whole text.
  public static func of(_ text: some StringProtocol) -> Int {
    // Most text is ASCII without control characters; then a byte is a cell.
    if text.utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) { return text.utf8.count }
    return text.reduce(0) { $0 + of($1) }
  }

  /// The cells of what a reader sees as one character.
  public static func of(_ character: Character) -> Int {
    let scalars = character.unicodeScalars
    guard let first = scalars.first else { return 0 }
    if ControlCharacters.isControl(first) { return first.value < 0x80 ? 2 : 1 }  // ^A, or a sign
    if first == "\n" || first == "\r\n".unicodeScalars.first { return 0 }
    if isZeroWidth(first) { return 0 }
    if scalars.contains("\u{FE0F}") || isRegionalPair(scalars) { return 2 }
    return isWide(first) ? 2 : 1
  }

  private static func isRegionalPair(_ scalars: Character.UnicodeScalarView) -> Bool {
    scalars.count == 2 && scalars.allSatisfy { (0x1F1E6...0x1F1FF).contains($0.value) }
  }

  private static func isZeroWidth(_ scalar: Unicode.Scalar) -> Bool {
    guard scalar.value >= 0x300 else { return false }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: return true
    default: return false
    }
  }

  private static func isWide(_ scalar: Unicode.Scalar) -> Bool {
    guard scalar.value >= 0x1100 else { return false }
    if scalar.properties.isEmojiPresentation { return true }
    return wideRanges.contains { $0.contains(scalar.value) }
  }

  /// The wide and fullwidth blocks of East Asian scripts.
  private static let wideRanges: [ClosedRange<UInt32>] = [
    0x1100...0x115F, 0x2329...0x232A, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF,
    0x4E00...0x9FFF, 0xA000...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF,
    0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x17000...0x18AFF, 0x1B000...0x1B2FF,
    0x1F200...0x1F2FF, 0x20000...0x3FFFD,
  ]
}

extension StringProtocol {
  /// How many cells it takes in a terminal.
  public var cells: Int { DisplayWidth.of(self) }
}
