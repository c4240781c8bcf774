internal import Interleaving
internal import WorkbookKit

/// The bug and its fixes, explored side by side.
struct CompareCommand: Command {
  var scenario: String

  static let syntax = Syntax(
    name: "compare", operands: [.required(.scenario)], flags: [.json],
    summary: "explore the bug and its fixes, side by side",
    examples: ["compare problems", "compare problems --json"],
    make: { Self(scenario: $0[0] ?? "") })

  func perform(in session: Session, _ options: CommonOptions) throws -> ExitStatus {
    let console = session.console
    let scenario = try session.catalogue.scenario(named: scenario)
    if let bug = scenario.variants.first,
      try session.questions.ask(before: Experiment(scenario, bug), options) == .leave
    {
      return .done
    }
    if !options.isJSON { console.show(ComparisonPage.opening(scenario, width: console.width)) }
    var results: [ExperimentResult] = []
    for variant in scenario.variants {
      let result = try console.explore(Experiment(scenario, variant))
      results.append(result)
      if result.exploration.coverage == .partial(.stopped) { break }
    }
    session.onward.show(ComparisonPage(scenario, results), options, next: "next")
    return results.map(console.status).first { $0 != .done } ?? .done
  }
}
