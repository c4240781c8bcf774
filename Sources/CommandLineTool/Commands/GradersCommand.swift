internal import WorkbookKit

/// The graders, graded: our own right and wrong answers to one exercise or to all, and slips made
/// in the right ones. With more than one round it judges the same answers again instead, and
/// compares. `check --graders`
struct GradersCommand: Command {
  var exercise: String?
  var rounds: Int

  func perform(in session: Session, _ options: CommonOptions) throws -> ExitStatus {
    var areFlawless = true
    let named = try exercise.map { [try session.catalogue.exercise(named: $0)] }
    for exercise in named ?? session.catalogue.exercises {
      guard let grading = try grading(of: exercise, session) else { return .interrupted }
      areFlawless = areFlawless && grading.isFlawless
      session.onward.show(GradingPage(grading), options, next: "list")
    }
    return areFlawless ? .done : .fault
  }

  private func grading(
    of exercise: any CheckedExercise, _ session: Session
  ) throws -> Grading? {
    let (console, rounds) = (session.console, rounds)
    let judge = Judge(at: session.workplace, for: exercise.id, telling: console.statusLine)
    defer { console.statusLine.clear() }
    return try console.waitingFor("\(exercise.id): begins") {
      var grading = try await judge.grade(exercise)
      if rounds == 1 { grading.mutation = try await judge.judgeMutants(of: exercise) }
      for _ in 1..<rounds { grading.compare(with: try await judge.grade(exercise)) }
      return grading
    }
  }
}
