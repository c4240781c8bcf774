internal import Foundation
internal import Synchronization
internal import WorkbookKit

extension Session {
  /// Judges one answer, and remembers the verdict.
  func judge(_ exercise: any CheckedExercise) throws -> Checked {
    let id = exercise.id
    let judge = judge(id)
    let standing = try console.waitingFor("\(id): begins") {
      try await judge.judgeAnswer(to: exercise)
    }
    console.statusLine.clear()
    guard let standing else {
      throw CommandFailure(
        problem: "you stopped the check of '\(id)'; nothing was recorded",
        wayOut: "again: check \(id)", status: .interrupted)
    }
    switch standing {
    case .notStarted: return .notJudged(id, state: "not started", next: "open \(id)")
    case .deleted: return .notJudged(id, state: "deleted", next: "reset \(id)")
    case .judged(let judgement):
      store.update {
        $0.tried(id, contentHash: judgement.contentHash)
        $0.worked(on: id, at: .now)
        $0[exercise: id] = .init(verdict: judgement.verdict, contentHash: judgement.contentHash)
      }
      return .judged(judgement, JudgementPage(judgement, answer: exercise.folder))
    }
  }

  /// Builds and judges, telling what it does.
  func judge(_ id: String) -> Judge {
    let statusLine = console.statusLine
    let hasSaidForWhom = Atomic(false)
    return Judge(at: workplace) { step in
      if case .waiting(let holder?) = step,
        !hasSaidForWhom.exchange(true, ordering: .relaxed)
      {
        statusLine.say("\(id): waits for the check of \(holder)")
      }
      let words =
        switch step {
        case .waiting(nil): "another check of it has to end first"
        case .waiting(let holder?): "waits for the check of \(holder)"
        case .building: "building"
        case .exploring(let trial, let schedules): "\(trial), \(schedules.of("order"))"
        case .retrying: "the machine was too busy; once more"
        }
      statusLine.show("\(id): \(words)")
    }
  }
}

/// What came of a check.
enum Checked {
  /// An answer that is not started has no verdict; that is no failure, and no pass either.
  case notJudged(String, state: String, next: String)
  case judged(Judgement, JudgementPage)

  var status: ExitStatus {
    switch self {
    case .notJudged: .notPassed
    case .judged(let judgement, _): judgement.exitStatus
    }
  }

  /// In a word or two.
  var state: String {
    switch self {
    case .notJudged(_, let state, _): state
    case .judged(let judgement, _): judgement.verdict.rawValue
    }
  }

  /// What does not compile needs its editor, not a hint.
  var next: String {
    switch self {
    case .notJudged(_, _, let next): next
    case .judged(let judgement, _) where judgement.verdict == .pass: "next"
    case .judged(let judgement, _):
      judgement.cause?.code == Judgement.Cause.buildFailed
        ? "open \(judgement.exercise)" : "hint \(judgement.exercise)"
    }
  }

  func lines(in console: Console) -> [TextLine] {
    switch self {
    case .notJudged(let id, let state, _): [TextLine(id, .strong) + TextLine("  \(state)")]
    case .judged(_, let page):
      page.lines(width: console.width, isAccessible: console.isAccessible)
    }
  }

  func json(of id: String) -> JSONValue {
    switch self {
    case .notJudged(_, let state, _):
      .report("check", ["exercise": .string(id), "verdict": .null, "state": .string(state)])
    case .judged(_, let page): page.json
    }
  }
}

extension Int {
  /// When the reader works on an exercise, for the length of it.
  static var now: Int { Int(Date().timeIntervalSince1970) }
}
