import Foundation
import Problems
import Testing
import WorkbookKit

@Suite("Problems")
struct ProblemsTests {
  @Test(arguments: Chapter.problems.variantNames)
  func `every order gives what the scenario says`(_ variant: String) throws {
    #expect(try Chapter.problems.complaints(aboutVariant: variant) == [])
  }

  @Test(arguments: Chapter.problems.scenarios.map(\.id))
  func `the scenario is well written`(_ id: String) {
    #expect(Chapter.problems.scenarios.first { $0.id == id }?.flaws == [])
  }

  @Test func `the lesson tells what the scenarios do`() throws {
    let lesson = URL(filePath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "Lesson.md")
    #expect(try LessonCheck.flaws(in: .problems, file: lesson) == [])
  }
}
