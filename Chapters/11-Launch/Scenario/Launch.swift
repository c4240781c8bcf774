import Foundation
public import WorkbookKit

extension Chapter {
  /// From the start of an app to its first fetch, and what tests learn from it.
  public static let launch = Chapter(
    "launch", number: 11, title: "Opening the store",
    summary:
      "What may happen before the store is open, what a migration costs main, and what to do "
      + "when it will not open.",
    lesson: { Bundle.module.url(forResource: "Lesson", withExtension: "md") },
    scenarios: [
      .tooEarly, .watchdog, .loadingFails, .killedHalfWay, .lostContainer, .sharedDevNull,
      .twoModels, .assertTooSoon, .expectationTooLate, .wokenEarly,
    ],
    exercises: ["launch-gate", "flaky-test"],
    glossary: [
      Term("NSPersistentContainer", "A model, a coordinator with its stores, and a view context."),
      Term("watchdog", "The part of a system that ends an app whose main is away for too long."),
      Term("gate", "Keeps blocks until the store is open, and runs them then."),
    ])
}
