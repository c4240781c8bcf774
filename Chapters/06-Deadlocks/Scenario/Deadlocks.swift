import Foundation
public import WorkbookKit

extension Chapter {
  /// Waiting, and how not to wait for each other.
  public static let deadlocks = Chapter(
    "deadlocks", number: 6, title: "Deadlocks",
    summary: "Who waits for whom, seven ways to hang, and one rule against all of them.",
    lesson: { Bundle.module.url(forResource: "Lesson", withExtension: "md") },
    scenarios: [
      .pingPong, .parentWaits, .busyChild, .crossed, .lockInTheMiddle, .stalledCoordinator,
      .waitingSave, .looksDangerous,
    ],
    exercises: ["unread-badge", "outbox"],
    glossary: [
      Term("deadlock", "A circle of waits: no thread in it can go on, so none of the waits ends."),
      Term("wait graph", "Who waits for whom, and for what that one holds."),
    ])
}
