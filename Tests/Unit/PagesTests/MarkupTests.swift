import Testing

@testable import Pages

struct MarkupTests {
  @Test func `words stay words, whatever they say`() {
    let hostile = "</script><script>alert(1)</script> \" ' & \u{1B}"
    let markup: Markup = "<p title=\"\(hostile)\">\(hostile)</p>"
    #expect(!markup.source.contains("<script"))
    #expect(!markup.source.contains("\u{1B}"))
    #expect(markup.source.filter { $0 == "<" }.count == 2)
    #expect(markup.source.filter { $0 == "\"" }.count == 2)
  }

  @Test func `markup inside of markup is taken as it is`() {
    let items: [Markup] = ["<li>\("a < b")</li>", "<li>2</li>"]
    #expect(("<ol>\(items)</ol>" as Markup).source == "<ol><li>a &lt; b</li><li>2</li></ol>")
  }
}
