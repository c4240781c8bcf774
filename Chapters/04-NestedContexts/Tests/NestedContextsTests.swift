import NestedContexts
import Testing
import WorkbookKit

@Suite("Nested contexts, the chapter")
struct NestedContextsTests {
  @Test(arguments: Chapter.nestedContexts.variantNames)
  func `every order gives what the scenario says`(_ variant: String) throws {
    let complaints = try Chapter.nestedContexts.complaints(aboutVariant: variant)
    #expect(complaints == [])
  }

  @Test(arguments: Chapter.nestedContexts.scenarios.map(\.id))
  func `the scenario is well written`(_ id: String) {
    #expect(Chapter.nestedContexts.scenarios.first { $0.id == id }?.flaws == [])
  }

  @Test func `the lesson tells what the scenarios do`() throws {
    let flaws = try LessonCheck.flaws(in: .nestedContexts)
    #expect(flaws == [])
  }
}
