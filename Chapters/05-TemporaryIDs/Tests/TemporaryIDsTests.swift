import TemporaryIDs
import Testing
import WorkbookKit

@Suite("Temporary IDs")
struct TemporaryIDsTests {
  @Test(arguments: Chapter.temporaryIDs.variantNames)
  func `every order gives what the scenario says`(_ variant: String) throws {
    let complaints = try Chapter.temporaryIDs.complaints(aboutVariant: variant)
    #expect(complaints == [])
  }

  @Test(arguments: Chapter.temporaryIDs.scenarios.map(\.id))
  func `the scenario is well written`(_ id: String) {
    #expect(Chapter.temporaryIDs.scenarios.first { $0.id == id }?.flaws == [])
  }

  @Test func `the lesson tells what the scenarios do`() throws {
    let flaws = try LessonCheck.flaws(in: .temporaryIDs)
    #expect(flaws == [])
  }
}
