import Foundation
public import WorkbookKit

extension Chapter {
  /// What goes wrong as soon as there is a second queue.
  public static let problems = Chapter(
    "problems", number: 2, title: "Problems",
    summary: "Objects and contexts on the wrong queue, and what the checker cannot see.",
    lesson: { Bundle.module.url(forResource: "Lesson", withExtension: "md") },
    scenarios: [
      .carriedObject, .twoContexts, .onlyReading, .noPerform, .invisibleToChecker,
    ],
    exercises: ["rename-room", "export-texts"],
    glossary: [
      Term(
        "confinement",
        "A context and its objects are used on one queue only, for reading as for writing."),
      Term(
        "confinement checker",
        "Looks at every touch of a context or object that is made: is this code on its queue?"),
      Term(
        "lost update",
        "Two read, both change, both save, and the later save buries the earlier one."),
    ])
}
