extension Styled {
  /// Broken into lines of at most `width` cells, at spaces where there are any; each part keeps
  /// its role. `first` and `rest` begin the first and all further lines, inside the width.
  public func wrapped(to width: Int, first: Styled = "", rest: Styled = "") -> [Styled] {
    var wrapper = Wrapper(width: width, first: first, rest: rest)
    for span in spans {
      for character in span.text { wrapper.take(character, of: span) }
    }
    return wrapper.finish()
  }

  /// Cut to at most `width` cells, with a sign where something is missing.
  public func truncated(to width: Int, sign: String = "…") -> Styled {
    guard self.width > width else { return self }
    var result = Styled()
    var used = 0
    let room = width - DisplayWidth.of(sign)
    for span in spans {
      for character in span.text {
        let cells = DisplayWidth.of(character)
        guard used + cells <= room else {
          if room >= 0 { result.append(sign, role: span.role) }
          return result
        }
        result.append(Span(String(character), role: span.role, target: span.target))
        used += cells
      }
    }
    return result
  }
}

/// Fills lines greedily. A word is kept apart until it is known whether it fits.
private struct Wrapper {
  let width: Int
  let rest: Styled
  private var lines: [Styled] = []
  private var line: Styled
  private var lineWidth: Int
  private var word = Styled()
  private var wordWidth = 0
  /// Spaces seen behind the last word; they vanish at a line's end.
  private var gap = Styled()
  private var hasWords = false

  init(width: Int, first: Styled, rest: Styled) {
    // Room for one wide character must remain, or nothing could ever be placed.
    self.width = max(width, max(first.width, rest.width) + 2)
    self.rest = rest
    line = first
    lineWidth = first.width
  }

  mutating func take(_ character: Character, of span: Span) {
    if character == "\n" {
      placeWord()
      breakLine()
    } else if character == " " || character == "\t" {
      placeWord()
      gap.append(Span(" ", role: span.role, target: span.target))
    } else {
      let cells = DisplayWidth.of(character)
      // East Asian text may be broken between any two wide characters.
      if cells == 2 { placeWord() }
      if wordWidth + cells > width - rest.width { placeWord() }
      word.append(Span(String(character), role: span.role, target: span.target))
      wordWidth += cells
      if cells == 2 { placeWord() }
    }
  }

  mutating func finish() -> [Styled] {
    placeWord()
    lines.append(line)
    return lines
  }

  private mutating func placeWord() {
    guard !word.isEmpty else { return }
    if hasWords, lineWidth + gap.width + wordWidth > width { breakLine() }
    if lineWidth + gap.width + wordWidth > width { gap = Styled() }
    line += gap + word
    lineWidth += gap.width + wordWidth
    (gap, word, wordWidth, hasWords) = (Styled(), Styled(), 0, true)
  }

  private mutating func breakLine() {
    lines.append(line)
    (line, lineWidth) = (rest, rest.width)
    (gap, hasWords) = (Styled(), false)
  }
}
