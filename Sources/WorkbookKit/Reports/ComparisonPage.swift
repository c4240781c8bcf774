internal import Interleaving

/// All variants of a scenario side by side: in how many orders each goes wrong, and its price.
public struct ComparisonPage: Page {
  public let scenario: Scenario
  public let results: [ExperimentResult]

  public init(_ scenario: Scenario, _ results: [ExperimentResult]) {
    self.scenario = scenario
    self.results = results
  }

  public func lines(width: Int, isAccessible: Bool) -> [TextLine] {
    let heading = [TextLine(scenario.title, .heading) + TextLine("  \(scenario.id)", .faint)]
    let question = TextLine.paragraph(scenario.question, width: width)
    let ideas = results.flatMap { result in
      TextLine.paragraph(
        "\(result.experiment.variant.name): \(result.experiment.variant.idea)", indent: 2,
        width: width)
    }
    let numbers = isAccessible ? table.sentences() : table.lines().map { $0.indented(by: 2) }
    return heading + question + ideas + [.blank] + numbers
  }

  /// The table alone.
  var numbers: [TextLine] { table.lines() }

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
      ])
  }
}
