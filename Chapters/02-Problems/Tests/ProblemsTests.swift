import Problems
import Testing
import WorkbookKit

@Suite("Problems")
struct ProblemsTests {
  @Test(arguments: Chapter.problems.variantNames)
  func `every order gives what the scenario says`(_ variant: String) throws {
    let complaints = try Chapter.problems.complaints(aboutVariant: variant)
    #expect(complaints == [])
  }

  @Test(arguments: Chapter.problems.scenarios.map(\.id))
  func `the scenario is well written`(_ id: String) {
    #expect(Chapter.problems.scenarios.first { $0.id == id }?.flaws == [])
  }

  @Test func `the lesson tells what the scenarios do`() throws {
    let flaws = try LessonCheck.flaws(in: .problems)
    #expect(flaws == [])
  }
}
