internal import Foundation
internal import Terminal
internal import WorkbookKit

/// What `check` is to judge.
enum CheckRequest: Equatable {
  /// The one named, or else the current one.
  case one(String?)
  case all
  /// Our own right and wrong answers.
  case graders
}

extension Session {
  func check(_ request: CheckRequest, _ options: CommonOptions) throws -> ExitStatus {
    switch request {
    case .one(let word):
      return try check(try checked(word), options)
    case .all:
      var worst = ExitStatus.done
      for exercise in allExercises {
        let status = try check(exercise, options)
        if status == .interrupted { return status }
        if worst == .done { worst = status }
      }
      return worst
    case .graders: return try checkGraders(options)
    }
  }

  private func check(
    _ exercise: any CheckedExercise, _ options: CommonOptions
  ) throws -> ExitStatus {
    let judge = judge(exercise.id)
    let standing = try waitingFor { try await judge.judgeAnswer(to: exercise) }
    console.statusLine.clear()
    guard let standing else { return .interrupted }
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
      let next = judgement.verdict == .pass ? "next" : "hint \(exercise.id)"
      _ = show(JudgementPage(judgement), options, next: next)
      return judgement.exitStatus
    }
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

  private func checkGraders(_ options: CommonOptions) throws -> ExitStatus {
    var areFlawless = true
    for exercise in allExercises {
      let judge = judge(exercise.id)
      let grading = try waitingFor { try await judge.grade(exercise) }
      console.statusLine.clear()
      guard let grading else { return .interrupted }
      areFlawless = areFlawless && grading.isFlawless
      _ = show(GradingPage(grading), options, next: "list")
    }
    return areFlawless ? .done : .fault
  }

  /// The way from the reader's file to our solutions, after asking where it is not passed yet.
  func solution(_ word: String, _ options: CommonOptions) throws -> ExitStatus {
    let exercise = try checked(word)
    if store.progress[exercise: exercise.id]?.verdict != .pass {
      try confirm(
        "'\(exercise.id)' is not passed yet. Show how we did it?", command: "solution", options)
    }
    for card in exercise.solutionCards {
      console.show(TextLine(card.name, .heading))
      console.tell(card.reason)
      console.show(try exercise.folder.diff(to: card).lines.map(Self.line))
    }
    suggest("check \(exercise.id)")
    return .done
  }

  private static func line(_ line: SolutionDiff.Line) -> TextLine {
    switch line.change {
    case .stays: TextLine("  " + line.text)
    case .goes: TextLine("- " + line.text, .bad)
    case .comes: TextLine("+ " + line.text, .good)
    }
  }

  private func judge(_ id: String) -> Judge {
    let statusLine = console.statusLine
    return Judge { step in
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

  /// The exercise of that name, or the first of the current chapter that is not passed.
  private func checked(_ word: String?) throws -> any CheckedExercise {
    let progress = store.progress
    let id: String
    if let word {
      id = try exercise(word).1.id
    } else {
      let here = progress.place.flatMap { library.chapter($0.chapter) }?.exercises ?? []
      let open = (here + allExercises.map(\.id)).first {
        progress[exercise: $0]?.verdict != .pass
      }
      guard let open else {
        throw CommandFailure(
          problem: "every exercise is passed", wayOut: "check --all looks at all of them again",
          status: .notPassed)
      }
      id = open
    }
    guard let exercise = allExercises.first(where: { $0.id == id }) else {
      throw CommandFailure(problem: "'\(id)' has no check in this program", status: .fault)
    }
    return exercise
  }
}
