import Terminal
import Testing

@Suite struct DisplayWidthTests {
  @Test(arguments: [
    ("", 0), ("abc", 3), ("é", 1), ("e\u{301}", 1), ("日本", 4), ("한글", 4), ("Ａ", 2),
    ("👩‍👩‍👧", 2), ("🇩🇪", 2), ("❤️", 2), ("❤", 1), ("✓", 1), ("│", 1), ("a\u{200B}b", 2),
    ("\u{1B}", 2), ("👍🏽", 2), ("ﾊ", 1),
  ])
  func `cells are counted as terminals do`(text: String, expected: Int) {
    #expect(DisplayWidth.of(text) == expected)
  }
}

@Suite struct WrappingTests {
  private func wrap(_ text: String, _ width: Int, first: Styled = "", rest: Styled = "")
    -> [String]
  {
    Styled(text).wrapped(to: width, first: first, rest: rest).map(\.text)
  }

  @Test(arguments: [
    ("one two three", 8, ["one two", "three"]),
    ("one two three", 7, ["one two", "three"]),
    ("one  two", 20, ["one  two"]),
    ("abcdefghij", 4, ["abcd", "efgh", "ij"]),
    ("a abcdefghij", 4, ["a", "abcd", "efgh", "ij"]),
    ("a\nb", 10, ["a", "b"]),
    ("日本語日本", 5, ["日本", "語日", "本"]),
    ("", 10, [""]),
  ])
  func `lines are filled up to the width`(text: String, width: Int, expected: [String]) {
    #expect(wrap(text, width) == expected)
  }

  @Test func `further lines begin with their own indentation`() {
    #expect(wrap("one two three", 9, first: "- ", rest: "  ") == ["- one two", "  three"])
  }

  @Test func `parts keep their roles across lines, also inside a word`() {
    let text = Styled("plain ") + Styled("good words", role: .good) + Styled("!")
    let lines = text.wrapped(to: 10)
    #expect(lines.map(\.text) == ["plain good", "words!"])
    #expect(lines[0].spans == [Span("plain "), Span("good", role: .good)])
    #expect(lines[1].spans == [Span("words", role: .good), Span("!")])
  }

  @Test(arguments: 20...200)
  func `no line is wider than any width, and no word is lost`(width: Int) {
    let words = (1...60).map { String(repeating: "wörter日", count: $0 % 4 + 1) }
    let text = words.joined(separator: " ")
    let lines = Styled(text).wrapped(to: width)
    #expect(lines.allSatisfy { $0.width <= width })
    let letters = lines.map(\.text).joined().filter { $0 != " " }
    #expect(letters == text.filter { $0 != " " })
  }

  @Test(arguments: [
    ("hello", 5, "hello"), ("hello", 4, "hel…"), ("日本語", 4, "日…"), ("hello", 1, "…"),
    ("hello", 0, ""),
  ])
  func `what is cut off is marked`(text: String, width: Int, expected: String) {
    #expect(Styled(text).truncated(to: width).text == expected)
  }

  @Test func `an unmarked space at the end is no text`() {
    let text = Styled("word", role: .good) + Styled("  ") + Styled(" ", role: .bad)
    #expect(text.withoutTrailingSpaces() == Styled("word", role: .good))
  }
}

@Suite struct RenderingTests {
  private let text = Styled("ok ") + Styled("bad", role: .bad)

  @Test func `roles become colours only where there is colour`() {
    #expect(text.rendered(OutputStyle()) == "ok bad")
    #expect(text.rendered(OutputStyle(usesColor: true)) == "ok \u{1B}[1;31mbad\u{1B}[0m")
  }

  @Test func `lanes have eight colours that repeat`() {
    let style = OutputStyle(usesColor: true)
    let lanes = (-1...8).map { Styled("x", role: .lane($0)).rendered(style) }
    #expect(Set(lanes).count == 8)
    #expect(lanes[0] == lanes[8])
    #expect(lanes[1] == lanes[9])
  }

  @Test func `control characters in text are shown and not obeyed`() {
    let text = Styled("a\u{1B}[2Jb\u{7}\u{9B}c\u{7F}")
    #expect(text.rendered(OutputStyle()) == "a^[[2Jb^G\u{FFFD}c^?")
  }

  @Test func `signs have an ASCII spelling of one cell and letters stay`() {
    let style = OutputStyle(usesUnicode: false)
    #expect(Styled("• é → │ “x”").rendered(style) == "* é > | \"x\"")
  }

  @Test func `a link is clickable only where asked for`() {
    let link = Styled(spans: [Span("here", role: .link, target: "https://a.b")])
    #expect(link.rendered(OutputStyle()) == "here")
    #expect(
      link.rendered(OutputStyle(usesHyperlinks: true))
        == "\u{1B}]8;;https://a.b\u{1B}\\here\u{1B}]8;;\u{1B}\\")
  }
}

@Suite struct TableTests {
  private let table = Table(
    header: ["Outcome", "Count"], rows: [["saved", "12"], ["lost update", "3"]],
    alignments: [.leading, .trailing])

  private func lines(_ style: OutputStyle) -> [String] {
    table.lines(style).map(\.text)
  }

  @Test func `columns are aligned under a rule`() {
    #expect(
      lines(OutputStyle()) == [
        "Outcome     │ Count",
        "────────────┼──────",
        "saved       │    12",
        "lost update │     3",
      ])
  }

  @Test func `without Unicode the lines are ASCII`() {
    #expect(lines(OutputStyle(usesUnicode: false))[1] == "------------+------")
  }

  @Test func `a narrow table wraps the widest column`() {
    #expect(
      lines(OutputStyle(width: 14)) == [
        "Outcom │ Count",
        "e      │",
        "───────┼──────",
        "saved  │    12",
        "lost   │     3",
        "update │",
      ])
  }

  @Test func `accessible tables are sentences`() {
    #expect(
      lines(OutputStyle(isAccessible: true)) == [
        "Outcome: saved, Count: 12.", "Outcome: lost update, Count: 3.",
      ])
  }

  @Test func `words in columns are read downwards`() {
    #expect(Columns.lines(["a", "b", "c", "d", "e"], width: 8) == ["a  c  e", "b  d"])
    #expect(Columns.lines(["日本", "b"], width: 3) == ["日本", "b"])
    #expect(Columns.lines([], width: 80).isEmpty)
  }
}
