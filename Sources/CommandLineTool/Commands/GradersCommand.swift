internal import Terminal
internal import WorkbookKit

/// The graders, graded.
extension Session {
  /// Judges our own right and wrong answers to one exercise or to all, and slips made in the right
  /// ones. With more than one
  /// round it judges the same answers again instead, and compares.
  func checkGraders(
    of name: String?, rounds: Int, _ options: CommonOptions
  ) throws -> ExitStatus {
    var areFlawless = true
    let named = try name.map { [try exercise($0)] }
    for exercise in named ?? catalogue.exercises {
      guard let grading = try grading(of: exercise, rounds: rounds) else { return .interrupted }
      areFlawless = areFlawless && grading.isFlawless
      _ = show(GradingPage(grading), options, next: "list")
    }
    return areFlawless ? .done : .fault
  }

  private func grading(of exercise: any CheckedExercise, rounds: Int) throws -> Grading? {
    let judge = judge(exercise.id)
    defer { console.statusLine.clear() }
    return try waitingFor("\(exercise.id): begins") {
      var grading = try await judge.grade(exercise)
      if rounds == 1 { grading.mutation = try await judge.judgeMutants(of: exercise) }
      for _ in 1..<rounds { grading.compare(with: try await judge.grade(exercise)) }
      return grading
    }
  }
}
