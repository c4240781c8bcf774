extension Styled {
  /// The characters to write for it. Control characters in the text are shown, never sent: a
  /// file name or a typed word must not be able to move the cursor.
  public func rendered(_ style: OutputStyle) -> String {
    spans.map { $0.rendered(style) }.joined()
  }
}

extension Span {
  fileprivate func rendered(_ style: OutputStyle) -> String {
    var words = ControlCharacters.visible(text)
    if !style.usesUnicode { words = AsciiSpelling.of(words) }
    if style.usesColor, !role.rendition.isEmpty {
      words = "\u{1B}[\(role.rendition)m\(words)\u{1B}[0m"
    }
    if style.usesHyperlinks, let target {
      let address = ControlCharacters.visible(target)
      words = "\u{1B}]8;;\(address)\u{1B}\\\(words)\u{1B}]8;;\u{1B}\\"
    }
    return words
  }
}

/// Control characters made visible.
enum ControlCharacters {
  static func visible(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: isControl) else { return text }
    var result = ""
    for scalar in text.unicodeScalars {
      if !isControl(scalar) {
        result.unicodeScalars.append(scalar)
      } else if scalar.value < 0x80, let letter = Unicode.Scalar(scalar.value ^ 0x40) {
        result += "^\(letter)"
      } else {
        result += "\u{FFFD}"
      }
    }
    return result
  }

  static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    guard scalar != "\n", scalar != "\t" else { return false }
    return scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value)
  }
}
