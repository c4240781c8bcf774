import Confinement
import Testing
import WorkbookKit

@Suite("Confinement, the chapter")
struct ConfinementTests {
  @Test(arguments: Chapter.confinement.variantNames)
  func `every order gives what the scenario says`(_ variant: String) throws {
    let complaints = try Chapter.confinement.complaints(aboutVariant: variant)
    #expect(complaints == [])
  }

  @Test(arguments: Chapter.confinement.scenarios.map(\.id))
  func `the scenario is well written`(_ id: String) {
    #expect(Chapter.confinement.scenarios.first { $0.id == id }?.flaws == [])
  }

  @Test func `the lesson tells what the scenarios do`() throws {
    let flaws = try LessonCheck.flaws(in: .confinement)
    #expect(flaws == [])
  }
}
