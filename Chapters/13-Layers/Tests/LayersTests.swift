import Layers
import Testing
import WorkbookKit

@Suite("Layers")
struct LayersTests {
  @Test(arguments: Chapter.layers.variantNames)
  func `every order gives what the scenario says`(_ variant: String) throws {
    let complaints = try Chapter.layers.complaints(aboutVariant: variant)
    #expect(complaints == [])
  }

  @Test(arguments: Chapter.layers.scenarios.map(\.id))
  func `the scenario is well written`(_ id: String) {
    #expect(Chapter.layers.scenarios.first { $0.id == id }?.flaws == [])
  }

  @Test func `the lesson tells what the scenarios do`() throws {
    let flaws = try LessonCheck.flaws(in: .layers)
    #expect(flaws == [])
  }
}
