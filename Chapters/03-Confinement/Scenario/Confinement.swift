import Foundation
public import WorkbookKit

extension Chapter {
  /// Who may touch a context, and how the others hear of it.
  public static let confinement = Chapter(
    "confinement", number: 3, title: "Confinement",
    summary: "A context for every thread or queue, and the notifications that keep them in step.",
    lesson: { Bundle.module.url(forResource: "Lesson", withExtension: "md") },
    scenarios: [
      .importOperation, .dependentOperation, .threadHop, .sleepingThread, .staleView, .mergeThread,
      .hearsTooMuch, .mergedOnce,
    ],
    exercises: ["stale-title", "import-operation"],
    glossary: [
      Term(
        "thread dictionary",
        "A dictionary that every thread has for itself; the place where a context for the current "
          + "thread used to be kept."),
      Term(
        "did-save notification",
        "What a context posts after a successful save, with the objects that were saved."),
      Term(
        "merging",
        "Applying what another context has saved to the objects of this one; local edits stay."),
      Term(
        "confinement context",
        "A context without a queue, for one thread; deprecated since iOS 9."),
      Term(
        "payload",
        "The objects or IDs that a notification carries in its userInfo dictionary."),
    ])
}
