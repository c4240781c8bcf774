import Foundation
public import WorkbookKit

extension Chapter {
  /// Two who change the same thing, and what becomes of their work.
  public static let conflicts = Chapter(
    "conflicts", number: 9, title: "Lost work",
    summary: "Who may win when two have changed the same thing, and how check and act become one.",
    lesson: { Bundle.module.url(forResource: "Lesson", withExtension: "md") },
    scenarios: [
      .defaultPolicy, .trumpCounter, .sheetOverSync, .findOrCreate, .onCall, .sameParent,
      .willSaveLoop, .countedTooLate, .awakeTwice, .batchThenSave, .halfWritten,
    ],
    exercises: ["tag-import", "shift-swap"],
    glossary: [
      Term("conflict", "A row was changed elsewhere since this context read it."),
      Term("version", "A number in each row that every save raises; a save compares it."),
      Term("constraint", "The store takes no two rows with the same values in these attributes."),
      Term("write skew", "Two check both rows, and each changes a different one."),
    ])
}
