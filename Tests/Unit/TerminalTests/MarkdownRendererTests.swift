import Terminal
import Testing

struct MarkdownRendererTests {
  private let lesson = """
    # Two contexts

    Both read `count`, then **both** [save](https://a.b/c).

    - first, which is long enough to wrap
      1. inner
    - second

    > quoted

    | a | b |
    | - | - |
    | 1 | 2 |

    ```swift
    let a = 1
    ```

    ---
    end
    """

  private func lines(_ style: OutputStyle) -> [String] {
    Markdown.lines(lesson, style: style).map(\.text)
  }

  @Test func `a lesson is laid out with Unicode`() {
    #expect(
      lines(OutputStyle(width: 30)) == [
        "Two contexts",
        "════════════",
        "",
        "Both read `count`, then both",
        "save (https://a.b/c).",
        "",
        "• first, which is long enough",
        "  to wrap",
        "  1. inner",
        "• second",
        "",
        "│ quoted",
        "",
        "a  │ b",
        "───┼───",
        "1  │ 2",
        "",
        "  let a = 1",
        "",
        "──────────────────────────────",
        "",
        "end",
      ])
  }

  @Test func `without Unicode all of it is ASCII`() {
    let text = lines(OutputStyle(width: 40, usesUnicode: false)).joined(separator: "\n")
    #expect(text.utf8.allSatisfy { $0 < 0x80 })
    #expect(text.contains("* second"))
    #expect(text.contains("> quoted"))
    #expect(text.contains("---+---"))
  }

  @Test func `accessible lessons say in words what others draw`() {
    #expect(
      lines(OutputStyle(width: 60, isAccessible: true)) == [
        "Heading 1: Two contexts",
        "",
        "Both read count, then both save (https://a.b/c).",
        "",
        "- first, which is long enough to wrap",
        "  1. inner",
        "- second",
        "",
        "Quote:",
        "quoted",
        "End of quote.",
        "",
        "a: 1, b: 2.",
        "",
        "Code in swift:",
        "  let a = 1",
        "End of code.",
        "",
        "end",
      ])
  }

  @Test(arguments: 20...200)
  func `no line but code is wider than the width`(width: Int) {
    for style in [OutputStyle(width: width), OutputStyle(width: width, isAccessible: true)] {
      let tooWide = Markdown.lines(lesson, style: style).filter { $0.width > width }
      #expect(tooWide.isEmpty)
    }
  }

  @Test func `coloured code needs no ticks, and a clickable link no address`() {
    let style = OutputStyle(width: 60, usesColor: true, usesHyperlinks: true)
    let line = Markdown.lines("`a` [b](c)", style: style)
    #expect(line.map(\.text) == ["a b"])
  }
}

struct SwiftHighlighterTests {
  private func spans(_ line: String) -> [TextSpan] {
    SwiftHighlighter.lines([line])[0].spans
  }

  @Test(arguments: [
    ("let a", [TextSpan("let", .keyword), TextSpan(" a")]),
    ("@MainActor", [TextSpan("@MainActor", .attribute)]),
    ("#if X", [TextSpan("#if", .attribute), TextSpan(" "), TextSpan("X", .type)]),
    ("a.init", [TextSpan("a.init")]),
    ("`let`", [TextSpan("`let`")]),
    ("1.5e3+0xFF", [TextSpan("1.5e3", .number), TextSpan("+"), TextSpan("0xFF", .number)]),
    ("0...9", [TextSpan("0", .number), TextSpan("..."), TextSpan("9", .number)]),
    ("x // let", [TextSpan("x "), TextSpan("// let", .comment)]),
    ("/* a /* b */ c */d", [TextSpan("/* a /* b */ c */", .comment), TextSpan("d")]),
    (#""a\"b" c"#, [TextSpan(#""a\"b""#, .string), TextSpan(" c")]),
    (##"#"a\"#b"##, [TextSpan(##"#"a\"#"##, .string), TextSpan("b")]),
    (#""""#, [TextSpan(#""""#, .string)]),
    ("\"\" + x", [TextSpan("\"\"", .string), TextSpan(" + x")]),
    ("word2vec", [TextSpan("word2vec")]),
  ])
  func `words get their roles`(line: String, expected: [TextSpan]) {
    #expect(spans(line) == expected)
  }

  @Test func `comments and long strings go on in the next line, short strings do not`() {
    let lines = SwiftHighlighter.lines([
      "/* a", "b */ let", "\"\"\"", "let", "\"\"\"", "\"open", "let",
    ])
    #expect(
      lines.map { $0.spans[0].role } == [
        .comment, .comment, .string, .string, .string, .string, .keyword,
      ])
    #expect(lines[1].spans.last == TextSpan("let", .keyword))
  }

  @Test func `the text itself is never changed`() {
    let line = "func a(_ b: C...) async throws -> [D?] { try await b[0].e \"\\(f)\" } // g"
    #expect(SwiftHighlighter.lines([line])[0].text == line)
  }
}
