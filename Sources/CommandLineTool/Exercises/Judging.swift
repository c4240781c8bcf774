internal import Foundation
internal import Synchronization
internal import WorkbookKit

extension Judge {
  /// Tells on a line what it does for a piece of that name.
  init(at workplace: PackageLocation, for name: String, telling statusLine: StatusLine) {
    let hasSaidForWhom = Atomic(false)
    self.init(at: workplace) { step in
      if case .waiting(let holder?) = step,
        !hasSaidForWhom.exchange(true, ordering: .relaxed)
      {
        statusLine.say("\(name): waits for the check of \(holder)")
      }
      let words =
        switch step {
        case .waiting(nil): "another check of it has to end first"
        case .waiting(let holder?): "waits for the check of \(holder)"
        case .building: "building"
        case .exploring(let trial, let schedules): "\(trial), \(schedules.of("order"))"
        case .retrying: "the machine was too busy; once more"
        }
      statusLine.show("\(name): \(words)")
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

extension ReaderProgress {
  /// The reader works on it at this moment.
  mutating func worked(on exercise: String) {
    worked(on: exercise, at: Int(Date().timeIntervalSince1970))
  }
}
