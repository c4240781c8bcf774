import Conflicts
import Testing
import WorkbookKit

@Suite("Conflicts")
struct ConflictsTests {
  @Test(arguments: Chapter.conflicts.variantNames)
  func `every order gives what the scenario says`(_ variant: String) throws {
    let complaints = try Chapter.conflicts.complaints(aboutVariant: variant)
    #expect(complaints == [])
  }

  @Test(arguments: Chapter.conflicts.scenarios.map(\.id))
  func `the scenario is well written`(_ id: String) {
    #expect(Chapter.conflicts.scenarios.first { $0.id == id }?.flaws == [])
  }

  @Test func `the lesson tells what the scenarios do`() throws {
    let flaws = try LessonCheck.flaws(in: .conflicts)
    #expect(flaws == [])
  }
}
