internal import Interleaving
internal import WorkbookKit

/// A scenario in every order of its events.
struct ExploreCommand: Command {
  var target: Target
  var extent = ExplorationExtent()
  /// The outcomes the reader thinks possible; nil when they were not asked.
  var prediction: [String]?

  static let syntax = Syntax(
    name: "explore", operands: [.optional(.scenario), .optional(.variant)],
    flags: [
      .init(name: "--no-reduction", summary: "also orders that cannot differ"),
      .init(name: "--budget", value: "N", summary: "sample when there are more orders than N"),
      .init(name: "--seed", value: "S", summary: "the seed of a sample"),
      .init(name: "--shard", value: "I/N", summary: "only one of N parts, from 1 on"),
      .init(name: "--predict", value: "A,B", summary: "the outcomes you think possible"),
      .json,
    ],
    summary: "run a scenario in every order of its events",
    details:
      "Without a name, the program of the step. At the prompt you are asked first how often "
      + "it goes wrong, once for each scenario.",
    examples: ["explore problems", "explore problems fix --json"],
    make: { (arguments) throws(UsageError) in
      Self(
        target: Target(arguments),
        extent: ExplorationExtent(
          usesReduction: !arguments.has("--no-reduction"),
          budget: try arguments.count("--budget"), seed: try arguments.count("--seed"),
          shard: try arguments.shard("--shard")),
        prediction: arguments.flags["--predict"].map {
          $0.split(separator: ",").map(String.init)
        })
    })

  func perform(in session: Session, _ options: CommonOptions) throws -> ExitStatus {
    if target.scenario.isEmpty, session.questions.open != nil { throw UsageError.wouldGiveAway }
    let (scenario, variant) = try session.bookmark.variant(target)
    let experiment = Experiment(scenario, variant)
    let prediction = try prediction.map { try scenario.outcomes(named: $0) }
    if prediction == nil, try session.questions.ask(before: experiment, options) == .leave {
      return .done
    }
    let result = try session.console.explore(experiment, extent)
    session.onward.show(
      ExplorationPage(result, prediction: prediction), options,
      next: variant.isBug ? "compare \(scenario.id)" : "next")
    return session.console.status(of: result)
  }
}

extension Scenario {
  /// Outcomes by name or by number.
  fileprivate func outcomes(named words: [String]) throws(UsageError) -> Set<String> {
    let known = outcomes + Outcome.builtIn
    var names: Set<String> = []
    for word in words {
      if let number = Int(word), outcomes.indices.contains(number - 1) {
        names.insert(outcomes[number - 1].name)
      } else if known.contains(where: { $0.name == word }) {
        names.insert(word)
      } else {
        let suggestion = Nearest.name(to: word, among: known.map(\.name))
        throw .unknown(.outcome, word, suggestion: suggestion)
      }
    }
    return names
  }
}
