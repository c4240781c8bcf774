import StyledText
import Testing

@Suite("A table")
struct TextTableTests {
  private let table = TextTable(
    header: ["Outcome", "Count"], rows: [["saved", "12"], ["lost update", "3"]],
    alignments: [.leading, .trailing])

  private func ruled(width: Int = 80, usesBoxDrawing: Bool = true) -> [String] {
    table.ruledLines(width: width, usesBoxDrawing: usesBoxDrawing).map(\.text)
  }

  @Test func `has aligned columns under a rule`() {
    #expect(
      ruled() == [
        "Outcome     │ Count",
        "────────────┼──────",
        "saved       │    12",
        "lost update │     3",
      ])
  }

  @Test func `has ASCII lines where there is no Unicode`() {
    #expect(ruled(usesBoxDrawing: false)[1] == "------------+------")
  }

  @Test func `wraps its widest column where it would be too wide`() {
    #expect(
      ruled(width: 14) == [
        "Outcom │ Count",
        "e      │",
        "───────┼──────",
        "saved  │    12",
        "lost   │     3",
        "update │",
      ])
  }

  @Test func `is sentences for the ear, with or without what is empty`() {
    var table = table
    table.rows.append(["", "4"])
    #expect(
      table.completeSentences().map(\.text) == [
        "Outcome: saved, Count: 12.", "Outcome: lost update, Count: 3.", "Outcome: none, Count: 4.",
      ])
    #expect(
      table.sentences().map(\.text) == [
        "Outcome: saved; Count: 12.", "Outcome: lost update; Count: 3.", "Count: 4.",
      ])
  }

  @Test func `keeps its columns straight below names of wide characters`() {
    var table = TextTable(header: ["object", "editor"])
    table.rows = [["部屋", "改題"], ["🎉", "b"], ["e\u{301}tage", "c"]]
    let lines = table.lines()
    #expect(lines.map(\.text) == ["object  editor", "部屋    改題", "🎉      b", "e\u{301}tage   c"])
    let starts = zip(lines, ["editor", "改題", "b", "c"]).map { line, last in
      line.width - last.cells
    }
    #expect(Set(starts) == [8])
  }

  @Test func `is sentences where it does not fit`() {
    let lines = table.lines(width: 15, indent: 2).map(\.text)
    #expect(lines.first == "  Outcome:")
    #expect(lines.allSatisfy { $0.cells <= 15 })
  }
}
