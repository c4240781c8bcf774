import Launch
import Testing
import WorkbookKit

@Suite("Opening the store")
struct LaunchTests {
  @Test(arguments: Chapter.launch.variantNames)
  func `every order gives what the scenario says`(_ variant: String) throws {
    let complaints = try Chapter.launch.complaints(aboutVariant: variant)
    #expect(complaints == [])
  }

  @Test(arguments: Chapter.launch.scenarios.map(\.id))
  func `the scenario is well written`(_ id: String) {
    #expect(Chapter.launch.scenarios.first { $0.id == id }?.flaws == [])
  }

  @Test func `the lesson tells what the scenarios do`() throws {
    let flaws = try LessonCheck.flaws(in: .launch)
    #expect(flaws == [])
  }
}
