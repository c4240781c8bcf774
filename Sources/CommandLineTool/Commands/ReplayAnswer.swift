internal import Interleaving
internal import WorkbookKit

/// Repeating an order that `check` found in a reader's answer.
extension Session {
  /// The exercise that a code begins with, if it does.
  func exercise(ofCode text: String) -> (any CheckedExercise)? {
    guard let code = try? ReplayCode(text) else { return nil }
    return catalogue.exercises.first { code.name.hasPrefix("\($0.id)/") }
  }

  func replay(
    _ code: String, _ exercise: any CheckedExercise, _ options: CommonOptions
  ) throws -> ExitStatus {
    let judge = judge(exercise.id)
    let standing = try waitingFor("\(exercise.id): plays the code again") {
      try await judge.replayAnswer(to: exercise, code: code)
    }
    console.statusLine.clear()
    switch standing {
    case nil: return .interrupted
    case .replayed(let order):
      return show(ReplayPage(order, answer: exercise.folder), options, next: "check \(exercise.id)")
    case .judged(let judgement):
      _ = show(JudgementPage(judgement), options, next: "check \(exercise.id)")
      return judgement.exitStatus
    case .deleted:
      throw CommandFailure(
        problem: "the answer of '\(exercise.id)' is gone, so its orders are too",
        wayOut: "bring it back with: reset \(exercise.id)", status: .notPassed)
    case .refused(let reason):
      throw CommandFailure(
        problem: "the code does not fit your answer any more: \(reason)",
        wayOut: "get a new code with: check \(exercise.id)", status: .usage)
    }
  }
}
