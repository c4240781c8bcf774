internal import Foundation
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

  /// A file that is gone can be put back, if somebody is there to say so.
  private func offerToRestore(
    _ exercise: any CheckedExercise, _ options: CommonOptions
  ) throws {
    guard case .deleted = try exercise.folder.state(), lines.isInteractive || options.saysYes
    else { return }
    try confirm(
      "The answer of '\(exercise.id)' is gone. Put it back as it was shipped?", command: "check",
      options)
    try exercise.folder.reset()
  }

  /// Judges one answer, and tells.
  func check(_ exercise: any CheckedExercise, _ options: CommonOptions) throws -> ExitStatus {
    let judge = judge(exercise.id)
    let standing = try waitingFor("\(exercise.id): begins") {
      try await judge.judgeAnswer(to: exercise)
    }
    console.statusLine.clear()
    guard let standing else {
      throw CommandFailure(
        problem: "you stopped the check of '\(exercise.id)'; nothing was recorded",
        wayOut: "again: check \(exercise.id)", status: .interrupted)
    }
    switch standing {
    case .notStarted:
      return show(notJudged: exercise.id, "not started", next: "open \(exercise.id)", options)
    case .deleted:
      return show(notJudged: exercise.id, "deleted", next: "reset \(exercise.id)", options)
    case .judged(let judgement):
      store.update {
        $0[exercise: exercise.id] = .init(
          verdict: judgement.verdict, contentHash: judgement.contentHash)
      }
      let page = JudgementPage(judgement, answer: exercise.folder)
      _ = show(page, options, next: Self.way(on: judgement))
      return judgement.exitStatus
    }
  }

  /// What does not compile needs its editor, not a hint.
  private static func way(on judgement: Judgement) -> String {
    if judgement.verdict == .pass { return "next" }
    let isBuilt = judgement.cause?.code != Judgement.Cause.buildFailed
    return "\(isBuilt ? "hint" : "open") \(judgement.exercise)"
  }

  /// An answer that nobody wrote has no verdict; that is no failure, and no pass either.
  private func show(
    notJudged id: String, _ state: String, next: String, _ options: CommonOptions
  ) -> ExitStatus {
    if options.isJSON {
      console.show(
        json: .report(
          "check", ["exercise": .string(id), "verdict": .null, "state": .string(state)]))
    } else {
      console.show(TextLine(id, .strong) + TextLine("  \(state)"))
      suggest(next)
    }
    return .notPassed
  }

  /// The way from the reader's file to our solutions, after asking where it is not passed yet.
  func solution(_ word: String?, _ options: CommonOptions) throws -> ExitStatus {
    let exercise = try exerciseMeant(word)
    if store.progress[exercise: exercise.id]?.verdict != .pass {
      try confirm(
        "'\(exercise.id)' is not passed yet. Show how we did it?", command: "solution", options)
    }
    for card in exercise.solutionCards {
      console.show(TextLine(card.name, .heading))
      console.tell(card.reason)
      console.show(try exercise.folder.diff(to: card).picture(width: console.width))
    }
    suggest("check \(exercise.id)")
    return .done
  }

  func judge(_ id: String) -> Judge {
    let statusLine = console.statusLine
    return Judge(at: workplace) { step in
      let words =
        switch step {
        case .waiting: "another check of it has to end first"
        case .building: "building"
        case .exploring(let trial, let schedules): "\(trial), \(schedules.of("order"))"
        case .retrying: "the machine was too busy; once more"
        }
      statusLine.show("\(id): \(words)")
    }
  }

  /// The exercise of that name, or the one of the step, or the first of the chapter that is open.
  func exerciseMeant(_ word: String?) throws -> any CheckedExercise {
    if word == nil, let here = try standing(), let index = here.index,
      case .repair(let id)? = here.path[index].question?.kind, let exercise = catalogue.exercise(id)
    {
      return exercise
    }
    return try exerciseToCheck(word)
  }

  /// The exercise of that name, or the first of the current chapter that is not passed.
  func exerciseToCheck(_ word: String?) throws -> any CheckedExercise {
    if let word { return try exercise(word) }
    let progress = store.progress
    let here = progress.place.flatMap { catalogue.chapter($0.chapter) }?.exercises ?? []
    let open = (here.compactMap(catalogue.exercise) + catalogue.exercises).first {
      progress[exercise: $0.id]?.verdict != .pass
    }
    guard let open else {
      throw CommandFailure(
        problem: "every exercise is passed", wayOut: "check --all looks at all of them again",
        status: .notPassed)
    }
    return open
  }
}
