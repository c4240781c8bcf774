/// The main function of a program built around a scenario with a line of a reader's in it.
public func exploreScenario(_ scenario: Scenario, _ variant: String) -> Never {
  Examinee(
    examine: { _, _ in nil },
    explore: { _, _ in
      scenario.variant(variant).flatMap { try? Experiment(scenario, $0).explore().tally }
    }
  ).run()
}
