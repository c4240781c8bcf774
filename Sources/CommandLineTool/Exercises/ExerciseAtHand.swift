internal import WorkbookKit

/// Which exercise is meant.
extension Session {
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
