internal import Interleaving

/// What exploring one trial gave.
struct TrialResult<Contract> {
  let trial: Trial<Contract>
  let exploration: Exploration
  /// Tells everything about the run of a code.
  let replay: (String) throws -> RunReport

  /// What is wrong with the answer, if something is.
  func flaw() throws -> Flaw? {
    if let failure = exploration.simplestFailure {
      // It was repeated to be told, and did not fail again.
      guard failure.isFailure else { return .remembers(in: trial.id) }
      return Flaw(failure, of: trial)
    }
    if exploration.coverage == .partial(.unfinishedRun) { return .tooLarge }
    guard exploration.coverage.isComplete else { return .budget(exploration.schedules) }
    return try unreachedMust() ?? unmetRequirement()
  }

  /// What must be possible, and is excluded.
  private func unreachedMust() throws -> Flaw? {
    for (name, sentence) in trial.musts.sorted(by: { $0.key < $1.key })
    where exploration[.outcome(name)] == 0 {
      let run = try exploration.outcomes.first.map { try replay($0.example.description) }
      return Flaw(verdict: .wrong, cause: "excluded.\(name)", sentence: sentence, run: run)
    }
    return nil
  }

  /// One run of each outcome must show what is required.
  private func unmetRequirement() throws -> Flaw? {
    for outcome in exploration.outcomes {
      guard let run = try? replay(outcome.example.description), run.ending.kind == outcome.ending
      else { return .remembers(in: trial.id) }
      if let unmet = trial.requirements.first(where: { !$0.isMet(run.events) }) {
        return Flaw(
          verdict: .wrong, cause: "avoided.\(unmet.id)", sentence: unmet.sentence, run: run)
      }
    }
    return nil
  }
}

// MARK: The second star

extension TrialResult {
  /// Allowed outcomes that no order reaches.
  var unreachable: [Outcome] {
    trial.outcomes.filter { $0.kind == .allowed && exploration[.outcome($0.name)] == 0 }
  }

  var blocksMain: Bool {
    trial.mainLimit.map { exploration.longestMainStall.duration > $0 } ?? false
  }

  var stallSentence: String {
    let stall = exploration.longestMainStall
    let line = stall.place.flatMap { $0.isIn(Experiment.engines) ? nil : $0 }
    let place = line.map { " by the block of \($0)" } ?? ""
    return "Right, but the main queue is busy for \(stall.duration.milliseconds) in one go"
      + "\(place). Let the work happen elsewhere, and come back to main with the result."
  }
}

extension Trial {
  var forbidden: Set<RunEnding.Kind> { Outcome.endings(forbiddenBy: outcome, outcomes) }
}
