import Foundation
import Testing
import WorkbookKit

@Suite struct SheetTests {
  @Test(arguments: ExerciseShelf.here?.exercises() ?? [])
  func `names a filter that matches a suite, and has three rungs of hints`(
    exercise: Exercise
  ) throws {
    let module = try #require(ExerciseShelf.here).folder(of: exercise).module
    #expect(exercise.task.contains("workbook check \(exercise.id)"))
    #expect(exercise.task.contains("swift test --filter \(module)Tests"))
    // A filter that matches nothing would look like a pass.
    let suite = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "\(module)Tests.swift")
    try #expect(String(contentsOf: suite, encoding: .utf8).contains("struct \(module)Tests"))
    #expect(
      exercise.hints.map(\.title)
        == ["where to look", "which rule is broken", "what shape the fix has"])
  }

  @Test func `there are twelve`() {
    #expect(ExerciseShelf.here?.exercises().count == 12)
  }
}
