import SwiftConcurrency
import Testing
import WorkbookKit

@Suite("Swift concurrency")
struct SwiftConcurrencyTests {
  @Test(arguments: Chapter.swiftConcurrency.variantNames)
  func `every order gives what the scenario says`(_ variant: String) throws {
    let complaints = try Chapter.swiftConcurrency.complaints(aboutVariant: variant)
    #expect(complaints == [])
  }

  @Test(arguments: Chapter.swiftConcurrency.scenarios.map(\.id))
  func `the scenario is well written`(_ id: String) {
    #expect(Chapter.swiftConcurrency.scenarios.first { $0.id == id }?.flaws == [])
  }

  @Test func `the lesson tells what the scenarios do`() throws {
    let flaws = try LessonCheck.flaws(in: .swiftConcurrency)
    #expect(flaws == [])
  }
}
