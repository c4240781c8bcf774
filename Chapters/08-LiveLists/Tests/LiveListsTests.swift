import LiveLists
import Testing
import WorkbookKit

@Suite("Lists that follow")
struct LiveListsTests {
  @Test(arguments: Chapter.liveLists.variantNames)
  func `every order gives what the scenario says`(_ variant: String) throws {
    let complaints = try Chapter.liveLists.complaints(aboutVariant: variant)
    #expect(complaints == [])
  }

  @Test(arguments: Chapter.liveLists.scenarios.map(\.id))
  func `the scenario is well written`(_ id: String) {
    #expect(Chapter.liveLists.scenarios.first { $0.id == id }?.flaws == [])
  }

  @Test func `the lesson tells what the scenarios do`() throws {
    let flaws = try LessonCheck.flaws(in: .liveLists)
    #expect(flaws == [])
  }
}
