import Testing
import WorkbookKit

@testable import CommandLineTool

/// What a reader meets who has just installed the workbook.
struct FirstRunTests {
  private let desk = Desk(variables: ["LANG": "C.UTF-8", "COLUMNS": "76"], catalogue: .shipped)

  @Test func `the first bug is seen after two lines and 250 words`() {
    let screens = desk.output(of: "next") + desk.output(of: "2")
    #expect(screens.contains("It hangs: never, in some orders, in every order?"))
    #expect(screens.contains("Right: in some orders (1 of 3)."))
    #expect(screens.contains("waits for"))
    #expect(screens.split(whereSeparator: \.isWhitespace).count <= 250)
  }

  @Test func `after hang and repair the book begins`() throws {
    for line in ["next", "2"] { _ = desk.perform(line) }
    #expect(desk.output(of: "next").contains("Make it hang"))
    #expect(desk.output(of: "next").contains("Choose the repair"))
    _ = desk.perform(try desk.rightAnswer)
    #expect(desk.output(of: "next").hasPrefix("2 questions before it begins"))
    for line in ["2?", "next", "skip"] { _ = desk.perform(line) }
    #expect(desk.session.store.progress.place?.chapter == "basics")
  }

  @Test func `who walks the last chapter from its beginning stays in it`() throws {
    for line in ["goto deadlocks", "goto deadlocks choose-the-repair"] { _ = desk.perform(line) }
    _ = desk.perform(try desk.rightAnswer)
    #expect(desk.output(of: "next").hasPrefix("6 Deadlocks"))
  }
}
