internal import Interleaving

// What the tests of every chapter ask.

extension Chapter {
  /// Every variant as `scenario variant`, in the order of the chapter.
  public var variantNames: [String] {
    scenarios.flatMap { scenario in scenario.variants.map { "\(scenario.id) \($0.name)" } }
  }

  /// A variant by its scenario's id and its name, with a space between.
  public func experiment(_ name: String) -> Experiment? {
    let words = name.split(separator: " ").map(String.init)
    guard words.count == 2, let scenario = scenarios.first(where: { $0.id == words[0] }) else {
      return nil
    }
    return scenario.variant(words[1]).map { Experiment(scenario, $0) }
  }

  /// How a variant differs from what its scenario claims: explored in every order, and an
  /// order of each failing ending played again.
  public func complaints(aboutVariant name: String) throws -> [String] {
    guard let experiment = experiment(name) else { return ["there is no variant '\(name)'"] }
    let result = try experiment.explore()
    var complaints: [String] = []
    if result.exploration.coverage != .exhaustive {
      complaints.append("not every order was run: \(result.exploration.coverage)")
    }
    if result.exploration.redundantRuns * 20 > result.exploration.schedules {
      complaints.append("\(result.exploration.redundantRuns) runs were in vain")
    }
    let (found, expected) = (result.found, experiment.variant.expected)
    if found != expected {
      complaints.append(
        "\(found.failing) of \(found.schedules) orders go wrong, not \(expected.failing) of "
          + "\(expected.schedules): \(result.counts.sorted { $0.key < $1.key })")
    }
    for failure in result.exploration.failures {
      let again = try experiment.replay(failure.code.description)
      let (first, second) = (failure.ending.kind, again.ending.kind)
      if first != second {
        complaints.append("\(failure.code) gave \(first), then \(second)")
      }
    }
    return complaints
  }
}
