import Testing
import Volume
import WorkbookKit

@Suite("Volume")
struct VolumeTests {
  @Test(arguments: Chapter.volume.variantNames)
  func `every order gives what the scenario says`(_ variant: String) throws {
    let complaints = try Chapter.volume.complaints(aboutVariant: variant)
    #expect(complaints == [])
  }

  @Test(arguments: Chapter.volume.scenarios.map(\.id))
  func `the scenario is well written`(_ id: String) {
    #expect(Chapter.volume.scenarios.first { $0.id == id }?.flaws == [])
  }

  @Test func `the lesson tells what the scenarios do`() throws {
    let flaws = try LessonCheck.flaws(in: .volume)
    #expect(flaws == [])
  }
}
