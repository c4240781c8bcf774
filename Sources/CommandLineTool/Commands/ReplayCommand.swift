internal import Interleaving
internal import WorkbookKit

/// Repeats the order that a code tells: of a scenario, or one that `check` found in an answer.
struct ReplayCommand: Command {
  var code: String

  static let syntax = Syntax(
    name: "replay", operands: [.required(.code)], flags: [.json],
    summary: "repeat the order that a code tells",
    details: "Codes are printed by 'explore', 'compare' and 'check'; they work anywhere.",
    examples: ["replay deadlocks/crossed@1-4mzs:2C"],
    make: { Self(code: $0[0] ?? "") })

  func perform(in session: Session, _ options: CommonOptions) throws -> ExitStatus {
    if let exercise = exercise(of: code, session.catalogue) {
      return try replay(exercise, session, options)
    }
    let experiment = try experiment(of: code, session.catalogue)
    let run = try experiment.run(code: code)
    return session.onward.show(
      RunPage(experiment, run), options, next: "step \(experiment.scenario.id)")
  }

  /// The scenario and variant that a code begins with.
  private func experiment(of text: String, _ catalogue: Catalogue) throws -> Experiment {
    let name: String
    do throws(ReplayError) {
      name = try ReplayCode(text).name
    } catch {
      throw CommandFailure(
        problem: error.description, wayOut: "'help codes' explains codes", status: .usage)
    }
    let all = catalogue.scenarios.flatMap { scenario in
      scenario.variants.map { Experiment(scenario, $0) }
    }
    if let experiment = all.first(where: { $0.name == name }) { return experiment }
    throw UsageError.unknown(
      .scenario, name, suggestion: Nearest.name(to: name, among: all.map(\.name)))
  }

  /// The exercise that a code begins with, if it does.
  private func exercise(
    of text: String, _ catalogue: Catalogue
  ) -> (any CheckedExercise)? {
    guard let code = try? ReplayCode(text) else { return nil }
    return catalogue.exercises.first { code.name.hasPrefix("\($0.id)/") }
  }

  private func replay(
    _ exercise: any CheckedExercise, _ session: Session, _ options: CommonOptions
  ) throws -> ExitStatus {
    let console = session.console
    let judge = Judge(at: session.workplace, for: exercise.id, telling: console.statusLine)
    let standing = try console.waitingFor("\(exercise.id): plays the code again") {
      try await judge.replayAnswer(to: exercise, code: code)
    }
    console.statusLine.clear()
    switch standing {
    case nil: return .interrupted
    case .replayed(let order):
      return session.onward.show(
        ReplayPage(order, answer: exercise.folder), options, next: "check \(exercise.id)")
    case .judged(let judgement):
      session.onward.show(JudgementPage(judgement), options, next: "check \(exercise.id)")
      return judgement.exitStatus
    case .deleted:
      throw CommandFailure(
        problem: "the answer of '\(exercise.id)' is gone, so its orders are too",
        wayOut: "bring it back with: reset \(exercise.id)", status: .notPassed)
    case .refused(let reason):
      throw CommandFailure(
        problem: "the code does not fit your answer any more: \(reason)",
        wayOut: "get a new code with: check \(exercise.id)", status: .usage)
    }
  }
}

extension Experiment {
  /// Its run in the order that a code tells.
  func run(code: String) throws -> RunReport {
    do throws(ReplayError) {
      return try replay(code)
    } catch {
      throw CommandFailure(
        problem: error.description, wayOut: "'help codes' explains codes", status: .usage)
    }
  }
}
