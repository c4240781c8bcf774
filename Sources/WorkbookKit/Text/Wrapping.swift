extension String {
  /// The text in lines of at most `width` characters, broken between words where possible.
  func wrapped(to width: Int) -> [String] {
    var lines: [String] = []
    var line = ""
    for word in split(whereSeparator: \.isWhitespace).map(String.init) {
      for piece in word.pieces(of: max(1, width)) {
        if line.isEmpty {
          line = piece
        } else if line.count + 1 + piece.count <= width {
          line += " " + piece
        } else {
          lines.append(line)
          line = piece
        }
      }
    }
    if !line.isEmpty || lines.isEmpty { lines.append(line) }
    return lines
  }

  /// A line of code as it is, or broken between words where it is too long.
  func wrappedCode(to width: Int) -> [String] {
    guard count > width else { return [self] }
    let indent = prefix { $0 == " " }
    return wrapped(to: max(10, width - indent.count)).map { indent + $0 }
  }

  /// A word cut into pieces, which for most words is the word.
  private func pieces(of width: Int) -> [String] {
    guard count > width else { return [self] }
    return [String(prefix(width))] + String(dropFirst(width)).pieces(of: width)
  }
}

extension TextLine {
  /// A sentence in lines of at most `width` characters, the further ones indented.
  public static func paragraph(
    _ text: String, _ role: TextRole = .plain, indent: Int = 0, width: Int
  ) -> [TextLine] {
    text.wrapped(to: max(10, width - indent)).map { TextLine($0, role).indented(by: indent) }
  }
}

extension Int {
  /// `1 order`, `2 orders`.
  public func of(_ noun: String, _ plural: String? = nil) -> String {
    self == 1 ? "1 \(noun)" : "\(grouped) \(plural ?? noun + "s")"
  }

  /// `12,345`, so that large figures can be read.
  public var grouped: String {
    let digits = String(magnitude)
    var result = ""
    for (index, digit) in digits.enumerated() {
      if index > 0 && (digits.count - index).isMultiple(of: 3) { result += "," }
      result.append(digit)
    }
    return self < 0 ? "-" + result : result
  }
}
