public import Interleaving

/// One way in which a program ends, and an order that ends so.
public struct EndingExample: Sendable {
  public let outcome: Outcome
  /// How many orders end so.
  public let schedules: Int
  public let run: RunReport
  /// Whether no order that ends so needs fewer switches; else it is the simplest that was seen.
  public let isSimplest: Bool
}

extension ExperimentResult {
  /// Every ending that exploring reached, what goes wrong first, each with its simplest order.
  public func examples() throws -> [EndingExample] {
    let all = try exploration.outcomes.map { found in
      let outcome = experiment.scenario.outcome(Outcome.name(of: found.ending))
      let simplest = simplestFailure.flatMap { $0.ending.kind == found.ending ? $0 : nil }
      return EndingExample(
        outcome: outcome, schedules: found.schedules,
        run: try simplest ?? experiment.replay(found.example.description),
        isSimplest: simplest != nil)
    }
    return all.filter { $0.outcome.kind == .forbidden }
      + all.filter { $0.outcome.kind != .forbidden }
  }
}
