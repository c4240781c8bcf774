internal import Foundation
internal import Synchronization

/// What comes of repeating one order of a reader's answer.
public enum ReplayStanding: Sendable {
  case replayed(ReplayedOrder)
  /// The answer has no such order, mostly because it was changed; and why.
  case refused(String)
  /// The file is gone; `reset` brings it back.
  case deleted
  /// It does not build, or it took its process down.
  case judged(Judgement)
}

extension Judge {
  /// Repeats the order that a code names, with what the reader's file says now.
  public func replayAnswer(
    to exercise: any CheckedExercise, code: String
  ) async throws -> ReplayStanding {
    while let text = try exercise.folder.answerText() {
      let standing: ReplayStanding? = try await withBuild(
        of: text, in: exercise.folder.answer, exercise
      ) { build, scratch in
        switch build {
        case .outdated: nil
        case .rejected(let words): .judged(.doesNotBuild(exercise, compiler: words))
        case .built(let program):
          try await replay(code, of: exercise, with: program, in: scratch)
        }
      }
      if let standing { return standing }
    }
    return .deleted
  }

  private func replay(
    _ code: String, of exercise: any CheckedExercise, with program: URL, in scratch: URL
  ) async throws -> ReplayStanding {
    let request = ExaminerRequest(token: "\(UUID())", pieces: [], code: code)
    let (heard, result) = try await send(request, of: exercise, with: program, in: scratch)
    switch heard.replayed {
    case .order(let order): return .replayed(order)
    case .refused(let reason): return .refused(reason)
    case nil: return .judged(.ended(exercise, result, limits, heard))
    }
  }
}
