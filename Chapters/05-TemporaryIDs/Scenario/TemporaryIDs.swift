import Foundation
public import WorkbookKit

extension Chapter {
  /// Identity before, during and after a save.
  public static let temporaryIDs = Chapter(
    "temporary-ids", number: 5, title: "Temporary IDs",
    summary: "When an object gets its name for life, and who is told of it.",
    lesson: { Bundle.module.url(forResource: "Lesson", withExtension: "md") },
    scenarios: [.nestedTrap, .passedTooSoon, .twins, .notYetARow, .lostSelection],
    exercises: ["open-new-room", "nested-reply", "missing-replies"],
    glossary: [
      Term(
        "temporary ID",
        "What a new object is called until it has a row; it means nothing to the contexts beside its "
          + "own."),
      Term("permanent ID", "Store, entity and key: valid until the store is migrated or replaced."),
      Term(
        "twins", "Two objects in one context that stand for the same row under different IDs."),
    ])
}
