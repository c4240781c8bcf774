import Testing
import WorkbookKit

@testable import Deadlocks

@Suite("Deadlocks")
struct DeadlocksTests {
  static let variants = Chapter.deadlocks.scenarios.flatMap { scenario in
    scenario.variants.map { Experiment(scenario, $0) }
  }

  @Test(arguments: variants)
  func `every order gives what the scenario says`(_ experiment: Experiment) throws {
    let result = try experiment.explore()
    #expect(result.found == experiment.variant.expected, "\(experiment.name): \(result.counts)")
    for failure in result.exploration.failures { print(experiment.name, failure.story) }
  }
}
