import TemplateExercise
import Testing

@testable import WorkbookKit

/// What `workbook new exercise` begins with.
struct TemplateExerciseTests {
  private let judge = Judge()

  @Test func `its right and wrong answers are told what they are`() async throws {
    let grading = try await judge.grade(exercise)
    #expect(exercise.solutions.count >= 2)
    #expect(exercise.museum.count >= 6)
    #expect(grading.judged.filter { !$0.isAsListed }.map(\.card.name) == [])
  }

  @Test func `its answer is not started`() async throws {
    guard case .notStarted = try await judge.judgeAnswer(to: exercise) else {
      Issue.record("the answer differs from what was shipped")
      return
    }
  }
}
