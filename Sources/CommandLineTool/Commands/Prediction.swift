internal import Terminal
internal import WorkbookKit

extension Session {
  /// The outcomes the reader thinks possible: those named with `--predict`, or the answer to a
  /// question at the prompt, which Enter skips.
  func prediction(
    _ request: ExploreRequest, _ scenario: Scenario, _ options: CommonOptions
  ) throws -> Set<String>? {
    if let names = request.prediction { return try outcomes(names, scenario) }
    guard lines.isInteractive, !options.isJSON, !scenario.outcomes.isEmpty else { return nil }
    console.tell(scenario.question)
    for (index, outcome) in scenario.outcomes.enumerated() {
      console.show(
        TextLine("  \(index + 1)  ") + TextLine(outcome.name, .strong)
          + TextLine("  \(outcome.sentence)", .faint))
    }
    console.tell("Which can happen? Numbers or names; Enter skips.")
    while case .line(let answer) = lines.next(prompt: "possible") {
      let words = answer.split { $0 == "," || $0.isWhitespace }.map(String.init)
      guard !words.isEmpty else { return nil }
      do {
        return try outcomes(words, scenario)
      } catch {
        console.complain(error.description, wayOut: "numbers from the list, or Enter to skip")
      }
    }
    return nil
  }

  /// Outcomes by name or by number.
  private func outcomes(_ words: [String], _ scenario: Scenario) throws(UsageError) -> Set<String> {
    let known = scenario.outcomes + Outcome.builtIn
    var names: Set<String> = []
    for word in words {
      if let number = Int(word), scenario.outcomes.indices.contains(number - 1) {
        names.insert(scenario.outcomes[number - 1].name)
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
