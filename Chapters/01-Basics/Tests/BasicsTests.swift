import Basics
import Testing
import WorkbookKit

@Suite("Basics")
struct BasicsTests {
  @Test(arguments: Chapter.basics.variantNames)
  func `every order gives what the scenario says`(_ variant: String) throws {
    let complaints = try Chapter.basics.complaints(aboutVariant: variant)
    #expect(complaints == [])
  }

  @Test(arguments: Chapter.basics.scenarios.map(\.id))
  func `the scenario is well written`(_ id: String) {
    #expect(Chapter.basics.scenarios.first { $0.id == id }?.flaws == [])
  }

  @Test func `the lesson tells what the scenarios do`() throws {
    let flaws = try LessonCheck.flaws(in: .basics)
    #expect(flaws == [])
  }
}
