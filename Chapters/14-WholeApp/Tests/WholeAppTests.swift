import Testing
import WholeApp
import WorkbookKit

@Suite("Whole app")
struct WholeAppTests {
  @Test(arguments: Chapter.wholeApp.variantNames)
  func `every order gives what the scenario says`(_ variant: String) throws {
    let complaints = try Chapter.wholeApp.complaints(aboutVariant: variant)
    #expect(complaints == [])
  }

  @Test(arguments: Chapter.wholeApp.scenarios.map(\.id))
  func `the scenario is well written`(_ id: String) {
    #expect(Chapter.wholeApp.scenarios.first { $0.id == id }?.flaws == [])
  }

  @Test func `the lesson tells what the scenarios do`() throws {
    let flaws = try LessonCheck.flaws(in: .wholeApp)
    #expect(flaws == [])
  }
}
