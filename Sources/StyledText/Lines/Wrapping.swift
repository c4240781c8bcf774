extension TextLine {
  /// Broken into lines of at most `width` cells, at spaces where there are any; each part keeps
  /// its role. `first` and `rest` begin the first and all further lines, inside the width.
  public func wrapped(to width: Int, first: TextLine = .blank, rest: TextLine = .blank)
    -> [TextLine]
  {
    var wrapper = Wrapper(width: width, first: first, rest: rest)
    for span in spans {
      for character in span.text { wrapper.take(character, of: span) }
    }
    return wrapper.finish()
  }

  /// Cut to at most `width` cells, with a sign where something is missing.
  public func truncated(to width: Int, sign: String = "…") -> TextLine {
    guard self.width > width else { return self }
    var result = TextLine()
    var used = 0
    let room = width - DisplayWidth.of(sign)
    for span in spans {
      for character in span.text {
        let cells = DisplayWidth.of(character)
        guard used + cells <= room else {
          if room >= 0 { result.append(sign, span.role) }
          return result
        }
        result.append(TextSpan(String(character), span.role, target: span.target))
        used += cells
      }
    }
    return result
  }
}

/// Fills lines greedily. A word is kept apart until it is known whether it fits.
private struct Wrapper {
  let width: Int
  let rest: TextLine
  private var lines: [TextLine] = []
  private var line: TextLine
  private var lineWidth: Int
  private var word = TextLine()
  private var wordWidth = 0
  /// Spaces seen behind the last word; they vanish at a line's end.
  private var gap = TextLine()
  private var hasWords = false

  init(width: Int, first: TextLine, rest: TextLine) {
    // Room for one wide character must remain, or nothing could ever be placed.
    self.width = max(width, max(first.width, rest.width) + 2)
    self.rest = rest
    line = first
    lineWidth = first.width
  }

  mutating func take(_ character: Character, of span: TextSpan) {
    if character == "\n" {
      placeWord()
      breakLine()
    } else if character == " " || character == "\t" {
      placeWord()
      gap.append(TextSpan(" ", span.role, target: span.target))
    } else {
      let cells = DisplayWidth.of(character)
      // East Asian text may be broken between any two wide characters.
      if cells == 2 { placeWord() }
      if wordWidth + cells > width - rest.width { breakWord() }
      word.append(TextSpan(String(character), span.role, target: span.target))
      wordWidth += cells
      if cells == 2 { placeWord() }
    }
  }

  mutating func finish() -> [TextLine] {
    placeWord()
    lines.append(line)
    return lines
  }

  private mutating func placeWord() {
    guard !word.isEmpty else { return }
    if hasWords, lineWidth + gap.width + wordWidth > width { breakLine() }
    if lineWidth + gap.width + wordWidth > width { gap = TextLine() }
    line += gap + word
    lineWidth += gap.width + wordWidth
    (gap, word, wordWidth, hasWords) = (TextLine(), TextLine(), 0, true)
  }

  /// A word that is longer than a line goes on where its next part begins: a file's ending, a line's
  /// number, what follows an underscore. Without such a place it is cut where the line ends.
  private mutating func breakWord() {
    let whole = word
    let text = whole.text
    let place = text.indices.last { index in
      ".:".contains(text[index])
        || index > text.startIndex && "_/-".contains(text[text.index(before: index)])
    }
    guard let place, text.distance(from: text.startIndex, to: place) * 3 > text.count else {
      return placeWord()
    }
    var (head, tail) = (text.distance(from: text.startIndex, to: place), TextLine())
    word = TextLine()
    for span in whole.spans {
      for character in span.text {
        let one = TextSpan(String(character), span.role, target: span.target)
        if head > 0 { word.append(one) } else { tail.append(one) }
        head -= 1
      }
    }
    wordWidth = word.width
    placeWord()
    (word, wordWidth) = (tail, tail.width)
  }

  private mutating func breakLine() {
    lines.append(line)
    (line, lineWidth) = (rest, rest.width)
    (gap, hasWords) = (TextLine(), false)
  }
}

extension TextLine {
  /// A sentence in lines of at most `width` cells, the further ones indented.
  public static func paragraph(
    _ text: String, _ role: TextRole = .plain, indent: Int = 0, width: Int
  ) -> [TextLine] {
    text.wrapped(to: max(10, width - indent)).map { TextLine($0, role).indented(by: indent) }
  }
}

extension String {
  /// The text in lines of at most `width` cells, broken between words where possible. Words have
  /// one space between them, whatever they had.
  public func wrapped(to width: Int) -> [String] {
    let words = split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return TextLine(words).wrapped(to: width).map(\.text)
  }

  /// A line of code as it is, or broken between words where it is too long.
  public func wrappedCode(to width: Int) -> [String] {
    guard DisplayWidth.of(self) > width else { return [self] }
    let indent = prefix { $0 == " " }
    return wrapped(to: max(10, width - indent.count)).map { indent + $0 }
  }
}
