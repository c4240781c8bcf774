import Foundation
public import WorkbookKit

extension Chapter {
  /// Lists that show what others save.
  public static let liveLists = Chapter(
    "live-lists", number: 8, title: "Lists that follow",
    summary:
      "How news reaches a list, who brings it there, and what a list shows before and after.",
    lesson: { Bundle.module.url(forResource: "Lesson", withExtension: "md") },
    scenarios: [
      .noDelegate, .mergedTooLate, .refetchedStale, .refreshEatsEdits, .deletedElsewhere,
      .batchGhosts, .afterReset, .backgroundController, .movingFloor, .sectionCache,
    ],
    exercises: ["message-list", "detail-screen"],
    glossary: [
      Term("controller", "NSFetchedResultsController: a fetch whose results follow its context."),
      Term("generation", "A state of the store that a context can be pinned to."),
      Term("inaccessible fault", "An object whose row is gone when its values are asked for."),
    ])
}
