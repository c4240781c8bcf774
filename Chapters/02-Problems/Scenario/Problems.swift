import Foundation
public import WorkbookKit

extension Chapter {
  /// What goes wrong as soon as there is a second queue.
  public static let problems = Chapter(
    "problems", number: 2, title: "Problems",
    summary: "Objects on the wrong queue, screens that wait, and what the checker cannot see.",
    lesson: { Bundle.module.url(forResource: "Lesson", withExtension: "md") },
    scenarios: [
      .carriedObject, .onlyReading, .noPerform, .slowFetch, .waitingReader, .invisibleToChecker,
    ],
    exercises: ["rename-room", "export-texts"],
    glossary: [
      Term(
        "confinement",
        "A context and its objects are used on one queue only, for reading as for writing."),
      Term(
        "performAndWait",
        "Runs a block in its turn on a context's queue, while the caller stands still."),
      Term(
        "confinement checker",
        "Looks at every touch of a context or object that is made: is this code on its queue?"),
      Term("classic coordinator", "Serves one request at a time, as before iOS 10."),
      Term("pooled coordinator", "Lets readers work beside one writer, as since iOS 10."),
      Term(
        "lost update",
        "Two read, both change, both save, and the later save buries the earlier one."),
    ])
}
