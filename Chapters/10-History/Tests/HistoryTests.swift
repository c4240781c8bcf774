import History
import Testing
import WorkbookKit

@Suite("Several writers")
struct HistoryTests {
  @Test(arguments: Chapter.history.variantNames)
  func `every order gives what the scenario says`(_ variant: String) throws {
    let complaints = try Chapter.history.complaints(aboutVariant: variant)
    #expect(complaints == [])
  }

  @Test(arguments: Chapter.history.scenarios.map(\.id))
  func `the scenario is well written`(_ id: String) {
    #expect(Chapter.history.scenarios.first { $0.id == id }?.flaws == [])
  }

  @Test func `the lesson tells what the scenarios do`() throws {
    let flaws = try LessonCheck.flaws(in: .history)
    #expect(flaws == [])
  }
}
