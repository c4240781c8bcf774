import Deadlocks
import Foundation
import Testing
import WorkbookKit

@Suite("Deadlocks")
struct DeadlocksTests {
  /// `deadlocks/crossed fix-apart`: what the tests are called by.
  static let variants = Chapter.deadlocks.scenarios.flatMap { scenario in
    scenario.variants.map { "\(scenario.id) \($0.name)" }
  }

  @Test(arguments: variants)
  func `every order gives what the scenario says`(_ name: String) throws {
    let experiment = try #require(Chapter.deadlocks.experiment(name))
    let result = try experiment.explore()
    #expect(result.exploration.coverage == .exhaustive)
    #expect(result.found == experiment.variant.expected, "\(result.counts)")
  }

  @Test(arguments: variants)
  func `the shortest failing order happens again`(_ name: String) throws {
    let experiment = try #require(Chapter.deadlocks.experiment(name))
    guard let failure = try experiment.explore().simplestFailure else { return }
    let again = try experiment.replay(failure.code.description)
    #expect(again.outcome == failure.outcome)
    #expect(again.deadlock == failure.deadlock)
  }

  @Test func `the scenarios are well written`() {
    for scenario in Chapter.deadlocks.scenarios { #expect(scenario.flaws == [], "\(scenario.id)") }
  }

  @Test func `the lesson tells what the scenarios do`() throws {
    let lesson = URL(filePath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "Lesson.md")
    #expect(try LessonCheck.flaws(in: .deadlocks, file: lesson) == [])
  }
}
