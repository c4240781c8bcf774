/// A line of a program that a reader writes anew. The program with it is built and explored, as an
/// exercise is.
public struct LineToWrite: Sendable {
  public let program: Experiment
  /// What stands there.
  public let old: String
  /// Lines that are right, the best first.
  public let models: [String]
  /// What every order has to end as; none: anything that is not forbidden.
  public let outcomes: [String]

  /// Whether a program whose orders ended so is right.
  func isRight(_ tally: OutcomeCounts) -> Bool {
    guard tally.isComplete, tally.schedules > 0,
      tally.count(of: [], in: program.scenario) == 0
    else { return false }
    return outcomes.isEmpty
      || tally.count(of: outcomes, in: program.scenario) == tally.schedules
  }

  /// The scenario's file with the line in place of the old one; nil if it does not stand there.
  func source(with line: String, in text: String) -> String? {
    guard let source = SourceLines(of: program.variant),
      let place = source.places(of: [old])?.first ?? nil
    else { return nil }
    var lines = text.lines
    lines[place - 1] = line
    return lines.joined(separator: "\n")
  }
}

extension Question {
  /// What came of a line, its orders explored elsewhere.
  public func judge(_ line: LineToWrite, by tally: OutcomeCounts) -> Judged {
    let isRight = line.isRight(tally)
    let declared = line.program.scenario.outcomes.map(\.name)
    let reached = tally.counts.filter { $0.value > 0 }.keys
    let names =
      declared.filter(reached.contains) + reached.filter { !declared.contains($0) }.sorted()
    let parts = names.map { "\($0) \(tally.counts[$0] ?? 0)" }.joined(separator: ", ")
    return Judged(
      isRight: isRight,
      sentence: "\(isRight ? "Right" : "No"): \(parts) of \(tally.schedules.of("order")).",
      remarks: isRight ? [] : names.compactMap { remarks[$0] },
      facts: isRight ? [] : line.models.prefix(1).map { "One that is right: \($0)" })
  }
}
