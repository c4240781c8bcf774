internal import Interleaving

/// How often each outcome was reached, in how many orders: what a question about a program needs,
/// wherever that was explored.
public struct OutcomeCounts: Sendable, Hashable, Codable {
  public let counts: [String: Int]
  public let schedules: Int
  /// Whether every order was run.
  public let isComplete: Bool

  init(_ exploration: Exploration) {
    counts = Dictionary(
      exploration.outcomes.map { (Outcome.name(of: $0.ending), $0.schedules) },
      uniquingKeysWith: +)
    schedules = exploration.schedules
    isComplete = exploration.coverage.isComplete
  }

  /// How many orders end with one of these outcomes; without names, with a forbidden one.
  func count(of outcomes: [String], in scenario: Scenario) -> Int {
    guard outcomes.isEmpty else { return outcomes.reduce(0) { $0 + (counts[$1] ?? 0) } }
    return OutcomeTable(scenario: scenario, counts: counts).failing
  }
}
