import Terminal
import Testing

struct RenderingTests {
  private let text = TextLine("ok ") + TextLine("bad", .bad)

  @Test func `roles become colours only where there is colour`() {
    #expect(text.rendered(OutputStyle()) == "ok bad")
    #expect(text.rendered(OutputStyle(usesColor: true)) == "ok \u{1B}[1;31mbad\u{1B}[0m")
  }

  @Test func `lanes have eight colours that repeat`() {
    let style = OutputStyle(usesColor: true)
    let lanes = (-1...8).map { TextLine("x", .lane($0)).rendered(style) }
    #expect(Set(lanes).count == 8)
    #expect(lanes[0] == lanes[8])
    #expect(lanes[1] == lanes[9])
  }

  @Test func `on a light ground nothing is cyan or yellow, and lanes still differ`() {
    let style = OutputStyle(usesColor: true, isLight: true)
    let lanes = (0..<8).map { TextRole.lane($0) }
    for role in lanes + [.heading, .code, .type, .warning, .number, .good, .bad] {
      let text = TextLine("x", role).rendered(style)
      #expect(!["33m", "36m", "93m", "96m"].contains { text.contains($0) }, "\(role)")
    }
    #expect(Set(lanes.map { TextLine("x", $0).rendered(style) }).count == 8)
  }

  @Test(arguments: [("0;15", true), ("15;0", false), ("0;default;7", true), ("", false)])
  func `the terminal may say what the ground is, and the reader knows better`(
    _ words: String, _ isLight: Bool
  ) {
    let capabilities = TerminalCapabilities(variables: ["COLORFGBG": words])
    #expect(capabilities.style(of: .standardOutput).isLight == isLight)
    let other = OutputPreferences(isLight: !isLight)
    #expect(capabilities.style(of: .standardOutput, preferences: other).isLight != isLight)
  }

  @Test func `control characters in text are shown and not obeyed`() {
    let text = TextLine("a\u{1B}[2Jb\u{7}\u{9B}c\u{7F}")
    #expect(text.rendered(OutputStyle()) == "a^[[2Jb^G\u{FFFD}c^?")
  }

  @Test func `signs have an ASCII spelling of one cell and letters stay`() {
    let style = OutputStyle(usesUnicode: false)
    #expect(TextLine("• é → │ “x”").rendered(style) == "* é > | \"x\"")
  }

  @Test func `a link is clickable only where asked for`() {
    let link = TextLine([TextSpan("here", .link, target: "https://a.b")])
    #expect(link.rendered(OutputStyle()) == "here")
    #expect(
      link.rendered(OutputStyle(usesHyperlinks: true))
        == "\u{1B}]8;;https://a.b\u{1B}\\here\u{1B}]8;;\u{1B}\\")
  }
}

struct ColumnsTests {
  @Test func `words in columns are read downwards`() {
    #expect(Columns.lines(["a", "b", "c", "d", "e"], width: 8) == ["a  c  e", "b  d"])
    #expect(Columns.lines(["日本", "b"], width: 3) == ["日本", "b"])
    #expect(Columns.lines([], width: 80).isEmpty)
  }
}
