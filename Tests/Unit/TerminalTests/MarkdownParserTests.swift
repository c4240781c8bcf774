import Terminal
import Testing

struct MarkdownParserTests {
  @Test(
    arguments: [
      ("# Title", [.heading(level: 1, "Title")]),
      ("### Third ", [.heading(level: 3, "Third")]),
      ("#nothing", [.paragraph("#nothing")]),
      ("one\ntwo", [.paragraph("one two")]),
      ("one\\\ntwo", [.paragraph("one\ntwo")]),
      ("one\n\ntwo", [.paragraph("one"), .paragraph("two")]),
      ("a\n***\nb", [.paragraph("a"), .rule, .paragraph("b")]),
      ("- a\n- b", [.list(start: nil, items: [[.paragraph("a")], [.paragraph("b")]])]),
      ("3. a\n4. b", [.list(start: 3, items: [[.paragraph("a")], [.paragraph("b")]])]),
      ("in\n1984. It", [.paragraph("in 1984. It")]),
      (
        "- a\n  more\n\nout",
        [.list(start: nil, items: [[.paragraph("a more")]]), .paragraph("out")]
      ),
      ("> a\n> b", [.quote([.paragraph("a b")])]),
      ("```swift\nlet a = 1\n\n```", [.code(language: "swift", lines: ["let a = 1", ""])]),
      ("~~~\n```\n~~~", [.code(language: "", lines: ["```"])]),
      ("```\nnever closed", [.code(language: "", lines: ["never closed"])]),
      ("", []),
    ] as [(String, [MarkdownBlock])])
  func `blocks are recognised`(text: String, expected: [MarkdownBlock]) {
    #expect(Markdown.parse(text) == expected)
  }

  @Test func `lists nest by indentation and hold other blocks`() {
    let text = "- a\n  1. b\n     ```\n     code\n     ```\n- c"
    let inner = MarkdownBlock.list(
      start: 1, items: [[.paragraph("b"), .code(language: "", lines: ["code"])]])
    #expect(
      Markdown.parse(text)
        == [.list(start: nil, items: [[.paragraph("a"), inner], [.paragraph("c")]])])
  }

  @Test func `a table has alignments, and bars in code are text`() {
    let text = "| a | b |\n|:-:|--:|\n| `x|y` | 1\\|2 |\nafter"
    let table = TextTable(
      header: ["a", "b"], rows: [[TextLine("x|y", .code), "1|2"]],
      alignments: [.center, .trailing])
    #expect(Markdown.parse(text) == [.table(table), .paragraph("after")])
  }

  @Test(arguments: [
    ("*a* b", [TextSpan("a", .emphasis), TextSpan(" b")]),
    ("**a b**", [TextSpan("a b", .strong)]),
    ("_a_", [TextSpan("a", .emphasis)]),
    ("snake_case_name", [TextSpan("snake_case_name")]),
    ("2 * 3 * 4", [TextSpan("2 * 3 * 4")]),
    ("`a *b*`", [TextSpan("a *b*", .code)]),
    ("`` a`b ``", [TextSpan("a`b", .code)]),
    ("\\*a\\*", [TextSpan("*a*")]),
    ("a ` b", [TextSpan("a ` b")]),
    ("**a *b***", [TextSpan("a b", .strong)]),
    ("[a](b \"t\")", [TextSpan("a", .link, target: "b")]),
    ("[a] (b)", [TextSpan("[a] (b)")]),
    ("<https://a.b>", [TextSpan("https://a.b", .link, target: "https://a.b")]),
    ("a < b > c", [TextSpan("a < b > c")]),
    ("*a", [TextSpan("*a")]),
  ])
  func `marks inside a line are recognised`(text: String, expected: [TextSpan]) {
    #expect(Markdown.parse(text) == [.paragraph(TextLine(expected))])
  }

  @Test func `any text is read without a crash`() {
    var state: UInt64 = 7
    let signs = Array("*_`[]()<>|#-+~>.1 \n\\a\t:")
    for _ in 0..<2000 {
      var text = ""
      for _ in 0..<30 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        text.append(signs[Int(state >> 33) % signs.count])
      }
      let lines = Markdown.lines(text, style: OutputStyle(width: 20))
      #expect(lines.allSatisfy { !$0.text.contains("\n") })
    }
  }
}
