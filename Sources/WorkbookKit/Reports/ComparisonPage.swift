internal import Interleaving

/// All variants of a scenario: the bug's simplest failing order beside what a fix makes of it, in
/// how many orders each goes wrong, and its price.
public struct ComparisonPage: Page {
  public let scenario: Scenario
  public let results: [ExperimentResult]

  public init(_ scenario: Scenario, _ results: [ExperimentResult]) {
    self.scenario = scenario
    self.results = results
  }

  /// What can be said before anything was explored.
  public static func opening(_ scenario: Scenario, width: Int) -> [TextLine] {
    let heading = [TextLine(scenario.title, .heading) + TextLine("  \(scenario.id)", .faint)]
    let question = TextLine.paragraph(scenario.question, width: width)
    let ideas = scenario.variants.flatMap {
      TextLine.paragraph("\($0.name): \($0.idea)", indent: 2, width: width)
    }
    return heading + question + ideas + [.blank]
  }

  /// What follows the opening.
  public func lines(width: Int, isAccessible: Bool) -> [TextLine] {
    let numbers = isAccessible ? table.sentences() : table.lines(width: width, indent: 2)
    let conflict = conflict.map { $0.lines(width: width, isAccessible: isAccessible) + [.blank] }
    return timelines(width: width, isAccessible: isAccessible) + (conflict ?? []) + numbers
      + change(width: width)
  }

  /// The fix that the timelines show, as a change of the bug's lines.
  private func change(width: Int) -> [TextLine] {
    guard let bug = scenario.variants.first(where: \.isBug),
      let fix = scenario.variants.first(where: { !$0.isBug }),
      let change = scenario.change(from: bug, to: fix)
    else { return [] }
    return [.blank, TextLine("From \(bug.name) to \(fix.name)", .heading)]
      + change.picture(width: width)
  }

  private func timelines(width: Int, isAccessible: Bool) -> [TextLine] {
    guard let comparison else { return [] }
    if isAccessible { return comparison.sentences }
    return comparison.picture(width: width)
      + TextLine.paragraph(comparison.parting, .faint, width: width) + [.blank]
  }

  /// The bug's simplest failing order, and the first fix in the same order.
  var comparison: TimelineComparison? {
    compared.map { bug, fix, name in
      TimelineComparison(
        .init("bug", "the simplest order that goes wrong", Timeline(of: bug)),
        .init(name, "the same order as far as it goes", Timeline(of: fix)))
    }
  }

  /// The rows that two sides changed in one of these orders.
  private var conflict: ConflictPicture? {
    compared.flatMap { ConflictPicture(in: $0.bug) ?? ConflictPicture(in: $0.fix) }
  }

  private var compared: (bug: RunReport, fix: RunReport, name: String)? {
    guard let bug = results.first(where: { $0.experiment.variant.isBug }),
      let failure = bug.simplestFailure,
      let fix = results.first(where: { !$0.experiment.variant.isBug })?.experiment
    else { return nil }
    return (failure, fix.run(like: failure), fix.variant.name)
  }

  /// The table alone.
  func numbers(width: Int) -> [TextLine] { table.lines(width: width, indent: 0) }

  private var table: TextTable {
    let names = outcomeNames
    var table = TextTable(
      header: ["variant", "orders", "go wrong", "main busy"] + names)
    table.rows = results.map { result in
      let failing = result.found.failing
      let cells: [TextLine] = [
        TextLine(result.experiment.variant.name, .strong),
        TextLine(result.exploration.schedules.grouped),
        TextLine(failing.grouped, failing == 0 ? .good : .bad),
        TextLine(result.exploration.longestMainStall.duration.milliseconds),
      ]
      return cells + names.map { TextLine((result.counts[$0] ?? 0).grouped) }
    }
    return table
  }

  /// Those that are declared, and those that some variant reached besides.
  private var outcomeNames: [String] {
    let declared = scenario.outcomes.map(\.name)
    let reached = Set(results.flatMap(\.counts.keys))
    return declared + reached.filter { !declared.contains($0) }.sorted()
  }

  public var json: JSONValue {
    .report(
      "compare",
      [
        "scenario": .string(scenario.id),
        "variants": .array(results.map { ExplorationPage($0).facts }),
        "timelines": comparison?.json ?? .null,
        "conflict": conflict?.json ?? .null,
      ])
  }
}

extension TimelineComparison {
  fileprivate var json: JSONValue {
    [
      "bug": .array(one.timeline.json), "fix": .array(other.timeline.json),
      "firstDifference": firstDifference.map { .integer($0 + 1) } ?? .null,
    ]
  }
}
