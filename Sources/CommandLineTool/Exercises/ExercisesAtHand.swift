internal import WorkbookKit

/// Which exercise is meant, and the verdicts on its answers.
final class ExercisesAtHand {
  /// The one that was named last, or that the walk has come to.
  private var atHand: String?
  private let bookmark: Bookmark
  private let console: Console
  private let workplace: PackageLocation

  init(_ bookmark: Bookmark, _ console: Console, workplace: PackageLocation) {
    (self.bookmark, self.console, self.workplace) = (bookmark, console, workplace)
  }

  /// The walk has come to it.
  func takeUp(_ exercise: String) { atHand = exercise }

  /// The reader has something else in mind.
  func putAway() { atHand = nil }

  /// The exercise of that name, or the one at hand: named last, or that of the step; and else the
  /// first of the chapter that is open.
  func meant(_ word: String?) throws -> any CheckedExercise {
    if word == nil, let exercise = try inMind { return exercise }
    return try toCheck(word)
  }

  /// The exercise of that name, or the one at hand: what takes something away, or tells of it, is
  /// never meant for another one.
  func open(_ word: String?) throws -> any CheckedExercise {
    guard word == nil else { return try toCheck(word) }
    guard let exercise = try inMind else {
      throw CommandFailure(
        problem: "no exercise is open", wayOut: "name one; 'list' has them all", status: .usage)
    }
    return exercise
  }

  /// The exercise of that name, or the one at hand, or the first of the current chapter; without
  /// a name one that is not passed.
  func toCheck(_ word: String?) throws -> any CheckedExercise {
    if let word {
      let exercise = try bookmark.catalogue.exercise(named: word)
      atHand = exercise.id
      return exercise
    }
    let progress = bookmark.store.progress
    let here = progress.place.flatMap { bookmark.catalogue.chapter($0.chapter) }?.exercises ?? []
    let mine = try inMind.map { [$0] } ?? []
    let open = (mine + here.compactMap(bookmark.catalogue.exercise) + bookmark.catalogue.exercises)
      .first {
        progress[exercise: $0.id]?.verdict != .pass
      }
    guard let open else {
      throw CommandFailure(
        problem: "every exercise is passed", wayOut: "check --all looks at all of them again",
        status: .notPassed)
    }
    atHand = open.id
    return open
  }

  private var inMind: (any CheckedExercise)? {
    get throws {
      if let exercise = atHand.flatMap(bookmark.catalogue.exercise) { return exercise }
      return try bookmark.standing()?.step?.exercise.flatMap(bookmark.catalogue.exercise)
    }
  }

  /// Judges one answer, and remembers the verdict.
  func judge(_ exercise: any CheckedExercise) throws -> Checked {
    let id = exercise.id
    let judge = Judge(at: workplace, for: id, telling: console.statusLine)
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
      bookmark.store.update {
        $0.tried(id, contentHash: judgement.contentHash)
        $0.worked(on: id)
        $0[exercise: id] = .init(verdict: judgement.verdict, contentHash: judgement.contentHash)
      }
      return .judged(judgement, JudgementPage(judgement, answer: exercise.folder))
    }
  }
}

extension Step {
  /// The exercise it asks for.
  var exercise: String? {
    if case .repair(let exercise)? = question?.kind { exercise } else { nil }
  }
}
