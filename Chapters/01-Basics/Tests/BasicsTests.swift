import Basics
import Foundation
import Testing
import WorkbookKit

@Suite("Basics")
struct BasicsTests {
  @Test(arguments: Chapter.basics.variantNames)
  func `every order gives what the scenario says`(_ variant: String) throws {
    #expect(try Chapter.basics.complaints(aboutVariant: variant) == [])
  }

  @Test(arguments: Chapter.basics.scenarios.map(\.id))
  func `the scenario is well written`(_ id: String) {
    #expect(Chapter.basics.scenarios.first { $0.id == id }?.flaws == [])
  }

  @Test func `the lesson tells what the scenarios do`() throws {
    let lesson = URL(filePath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "Lesson.md")
    #expect(try LessonCheck.flaws(in: .basics, file: lesson) == [])
  }
}
