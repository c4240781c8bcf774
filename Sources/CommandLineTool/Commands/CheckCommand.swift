internal import Foundation
internal import Synchronization
internal import Terminal
internal import WorkbookKit

/// What `check` is to judge.
enum CheckRequest: Equatable {
  /// The one named, or else the current one.
  case one(String?)
  case all
  /// Our own right and wrong answers to one exercise or to all, so many times.
  case graders(of: String?, rounds: Int)
}

extension Session {
  func check(_ request: CheckRequest, _ options: CommonOptions) throws -> ExitStatus {
    switch request {
    case .one(let word):
      let exercise = try exerciseToCheck(word)
      try offerToRestore(exercise, options)
      return try check(exercise, options)
    case .all:
      var worst = ExitStatus.done
      for exercise in catalogue.exercises {
        let status = try check(exercise, options)
        if worst == .done { worst = status }
      }
      return worst
    case .graders(let word, let rounds):
      return try checkGraders(of: word, rounds: rounds, options)
    }
  }

  /// A file that is gone can be put back, if the reader is there to say so.
  private func offerToRestore(
    _ exercise: any CheckedExercise, _ options: CommonOptions
  ) throws {
    // What cannot be read is there, and is judged.
    guard case .deleted? = try? exercise.folder.state(), lines.isInteractive || options.saysYes
    else { return }
    try confirm(
      "The answer of '\(exercise.id)' is gone. Put it back as it was shipped?", command: "check",
      options)
    try exercise.folder.reset()
  }

  /// Judges one answer, and tells.
  func check(_ exercise: any CheckedExercise, _ options: CommonOptions) throws -> ExitStatus {
    let checked = try judge(exercise)
    if options.isJSON {
      console.show(json: checked.json(of: exercise.id))
    } else {
      console.show(checked.lines(in: console))
      suggest(checked.next)
    }
    return checked.status
  }

  /// Judges one answer, and remembers the verdict.
  func judge(_ exercise: any CheckedExercise) throws -> Checked {
    let id = exercise.id
    let judge = judge(id)
    let standing = try waitingFor("\(id): begins") { try await judge.judgeAnswer(to: exercise) }
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
        $0.worked(on: id, at: Self.now)
        $0[exercise: id] = .init(verdict: judgement.verdict, contentHash: judgement.contentHash)
      }
      return .judged(judgement, JudgementPage(judgement, answer: exercise.folder))
    }
  }

  /// When the reader works on an exercise, for the length of it.
  static var now: Int { Int(Date().timeIntervalSince1970) }

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

  /// The way from the reader's file to our solutions, after asking where it is not passed yet.
  func solution(_ word: String?, _ options: CommonOptions) throws -> ExitStatus {
    let exercise = try exerciseOpen(word)
    if store.progress[exercise: exercise.id]?.verdict != .pass {
      try confirm(
        "'\(exercise.id)' is not passed yet. Show how we did it?", command: "solution", options)
    }
    for card in exercise.solutions {
      console.show(TextLine(card.name, .heading))
      console.tell(card.reason)
      console.show(try exercise.diff(to: card).picture(width: console.width))
    }
    suggest("check \(exercise.id)")
    return .done
  }

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

  /// The exercise of that name, or the one at hand: named last, or that of the step; and else the
  /// first of the chapter that is open.
  func exerciseMeant(_ word: String?) throws -> any CheckedExercise {
    if word == nil, let exercise = try exerciseInMind { return exercise }
    return try exerciseToCheck(word)
  }

  /// The exercise of that name, or the one at hand: what takes something away, or tells of it, is
  /// never meant for another one.
  func exerciseOpen(_ word: String?) throws -> any CheckedExercise {
    guard word == nil else { return try exerciseToCheck(word) }
    guard let exercise = try exerciseInMind else {
      throw CommandFailure(
        problem: "no exercise is open", wayOut: "name one; 'list' has them all", status: .usage)
    }
    return exercise
  }

  /// The exercise of that name, or the one at hand, or the first of the current chapter; without
  /// a name one that is not passed.
  func exerciseToCheck(_ word: String?) throws -> any CheckedExercise {
    if let word {
      let exercise = try exercise(word)
      exerciseAtHand = exercise.id
      return exercise
    }
    let progress = store.progress
    let here = progress.place.flatMap { catalogue.chapter($0.chapter) }?.exercises ?? []
    let inMind = try exerciseInMind.map { [$0] } ?? []
    let open = (inMind + here.compactMap(catalogue.exercise) + catalogue.exercises).first {
      progress[exercise: $0.id]?.verdict != .pass
    }
    guard let open else {
      throw CommandFailure(
        problem: "every exercise is passed", wayOut: "check --all looks at all of them again",
        status: .notPassed)
    }
    exerciseAtHand = open.id
    return open
  }

  private var exerciseInMind: (any CheckedExercise)? {
    get throws {
      if let exercise = exerciseAtHand.flatMap(catalogue.exercise) { return exercise }
      guard let here = try standing(), let index = here.index else { return nil }
      return here.path[index].exercise.flatMap(catalogue.exercise)
    }
  }
}

extension Step {
  /// The exercise it asks for.
  var exercise: String? {
    if case .repair(let exercise)? = question?.kind { exercise } else { nil }
  }
}
