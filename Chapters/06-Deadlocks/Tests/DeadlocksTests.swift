import Deadlocks
import Testing
import WorkbookKit

@Suite("Deadlocks")
struct DeadlocksTests {
  @Test(arguments: Chapter.deadlocks.variantNames)
  func `every order gives what the scenario says`(_ variant: String) throws {
    let complaints = try Chapter.deadlocks.complaints(aboutVariant: variant)
    #expect(complaints == [])
  }

  @Test(arguments: Chapter.deadlocks.scenarios.map(\.id))
  func `the scenario is well written`(_ id: String) {
    #expect(Chapter.deadlocks.scenarios.first { $0.id == id }?.flaws == [])
  }

  @Test func `the lesson tells what the scenarios do`() throws {
    let flaws = try LessonCheck.flaws(in: .deadlocks)
    #expect(flaws == [])
  }
}
