extension TextLine {
  /// The characters to write for it. Control characters in the text are shown, never sent: a
  /// file name or a typed word must not be able to move the cursor.
  public func rendered(_ style: OutputStyle) -> String {
    spans.map { $0.rendered(style) }.joined()
  }
}

extension TextSpan {
  fileprivate func rendered(_ style: OutputStyle) -> String {
    var words = ControlCharacters.visible(text)
    if !style.usesUnicode { words = AsciiSpelling.of(words) }
    let rendition = role.rendition(isLight: style.isLight)
    if style.usesColor, !rendition.isEmpty {
      words = "\u{1B}[\(rendition)m\(words)\u{1B}[0m"
    }
    if style.usesHyperlinks, let target {
      let address = ControlCharacters.visible(target)
      words = "\u{1B}]8;;\(address)\u{1B}\\\(words)\u{1B}]8;;\u{1B}\\"
    }
    return words
  }
}
