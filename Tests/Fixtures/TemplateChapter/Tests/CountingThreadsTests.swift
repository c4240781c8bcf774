import CountingThreads
import Testing
import WorkbookKit

@Suite("Counting threads")
struct CountingThreadsTests {
  @Test(arguments: Chapter.countingThreads.variantNames)
  func `every order gives what the scenario says`(_ variant: String) throws {
    let complaints = try Chapter.countingThreads.complaints(aboutVariant: variant)
    #expect(complaints == [])
  }

  @Test(arguments: Chapter.countingThreads.scenarios.map(\.id))
  func `the scenario is well written`(_ id: String) {
    #expect(Chapter.countingThreads.scenarios.first { $0.id == id }?.flaws == [])
  }

  @Test func `the lesson tells what the scenarios do`() throws {
    let flaws = try LessonCheck.flaws(in: .countingThreads)
    #expect(flaws == [])
  }
}
