import Foundation
import LongTests
import Testing
import WorkbookKit

/// Our own right and wrong answers are each told what they must be.
func expectWellJudged(_ exercise: any CheckedExercise) async throws {
  #expect(exercise.solutions.count >= 2)
  #expect(exercise.museum.count >= 6)
  expectAsListed(
    try await Judge().grade(
      exercise, LongTests.part(of: exercise.solutions) + LongTests.part(of: exercise.museum)))
}

func expectAsListed(_ grading: Grading) {
  for judged in grading.judged {
    #expect(
      judged.isAsListed,
      "\(judged.card.name): \(judged.judgement.verdict) \(judged.words)")
  }
}

/// The reader's answer passes. One that is as it was shipped is not started, which is no failure.
func expectPassed(_ exercise: any CheckedExercise) async throws {
  switch try await Judge().judgeAnswer(to: exercise) {
  case .notStarted: try Test.cancel("not started: \(exercise.folder.answer.path)")
  case .deleted: Issue.record("the answer is gone; 'workbook reset \(exercise.id)' restores it")
  case .judged(let judgement):
    #expect(judgement.verdict == .pass, "\(judgement.cause?.rationale ?? "")")
  }
}

extension Grading.Judged {
  fileprivate var words: String {
    [judgement.cause?.code, judgement.misconception, judgement.cause?.rationale]
      .compactMap { $0 }.joined(separator: " | ")
  }
}
