import StyledText
import Testing

struct DisplayWidthTests {
  @Test(arguments: [
    ("", 0), ("abc", 3), ("é", 1), ("e\u{301}", 1), ("日本", 4), ("한글", 4), ("Ａ", 2),
    ("👩‍👩‍👧", 2), ("🇩🇪", 2), ("❤️", 2), ("❤", 1), ("✓", 1), ("│", 1), ("a\u{200B}b", 2),
    ("\u{1B}", 2), ("👍🏽", 2), ("ﾊ", 1),
  ])
  func `cells are counted as terminals do`(text: String, expected: Int) {
    #expect(DisplayWidth.of(text) == expected)
  }
}

struct WrappingTests {
  private func wrap(_ text: String, _ width: Int, first: TextLine = "", rest: TextLine = "")
    -> [String]
  {
    TextLine(text).wrapped(to: width, first: first, rest: rest).map(\.text)
  }

  @Test(arguments: [
    ("takes lock AsyncSemaphore.swift:21", 22, ["takes lock", "AsyncSemaphore.swift", ":21"]),
    ("queue promise_lock_queue", 16, ["queue", "promise_lock_", "queue"]),
    ("abcdefghijkl", 5, ["abcde", "fghij", "kl"]), ("_abcdefgh", 5, ["_abcd", "efgh"]),
  ])
  func `a word that is longer than a line is broken between its parts`(
    text: String, width: Int, lines: [String]
  ) {
    #expect(TextLine(text).wrapped(to: width).map(\.text) == lines)
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
    let text = TextLine("plain ") + TextLine("good words", .good) + TextLine("!")
    let lines = text.wrapped(to: 10)
    #expect(lines.map(\.text) == ["plain good", "words!"])
    #expect(lines[0].spans == [TextSpan("plain "), TextSpan("good", .good)])
    #expect(lines[1].spans == [TextSpan("words", .good), TextSpan("!")])
  }

  @Test(arguments: 20...200)
  func `no line is wider than any width, and no word is lost`(width: Int) {
    let words = (1...60).map { String(repeating: "wörter日", count: $0 % 4 + 1) }
    let text = words.joined(separator: " ")
    let lines = TextLine(text).wrapped(to: width)
    #expect(lines.allSatisfy { $0.width <= width })
    let letters = lines.map(\.text).joined().filter { $0 != " " }
    #expect(letters == text.filter { $0 != " " })
  }

  @Test(arguments: [
    ("hello", 5, "hello"), ("hello", 4, "hel…"), ("日本語", 4, "日…"), ("hello", 1, "…"),
    ("hello", 0, ""),
  ])
  func `what is cut off is marked`(text: String, width: Int, expected: String) {
    #expect(TextLine(text).truncated(to: width).text == expected)
  }

  @Test func `an unmarked space at the end is no text`() {
    let text = TextLine("word", .good) + TextLine("  ") + TextLine(" ", .bad)
    #expect(text.trimmed == TextLine("word", .good))
  }
}

struct SentenceTests {
  @Test(arguments: [
    ("one  two\nthree", 20, ["one two three"]),
    ("メッセージを保存 ok", 8, ["メッセー", "ジを保存", "ok"]),
    ("save 🎉🎉🎉", 7, ["save 🎉", "🎉🎉"]),
    ("", 20, [""]),
  ])
  func `a sentence is broken by cells, with one space between words`(
    text: String, width: Int, expected: [String]
  ) {
    #expect(text.wrapped(to: width) == expected)
  }

  @Test func `code that fits stays as it is, and what does not keeps its indentation`() {
    #expect("    a  =  b".wrappedCode(to: 11) == ["    a  =  b"])
    #expect("    let  room = fetch()".wrappedCode(to: 17) == ["    let room =", "    fetch()"])
  }
}
