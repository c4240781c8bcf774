import Foundation
public import WorkbookKit

extension Chapter {
  /// Contexts on top of contexts: who saves to whom, who sees what, who blocks whom.
  public static let nestedContexts = Chapter(
    "nested-contexts", number: 4, title: "Nested contexts",
    summary: "Parents and children: one level per save, who sees what, and who blocks whom.",
    lesson: { Bundle.module.url(forResource: "Lesson", withExtension: "md") },
    scenarios: [
      .oneLevel, .scratchPad, .siblings, .staleChild, .heavyChild, .threeLevels,
    ],
    exercises: ["send-draft", "edit-sheet"],
    glossary: [
      Term(
        "parent context",
        "A context that stands where a coordinator could stand: its children fetch from it and "
          + "save into it."),
      Term("child context", "A context whose parent store is another context."),
      Term(
        "concurrency type",
        "What a context is made with: the main queue, a private queue, or, formerly, no queue."),
      Term("root", "The context at the top of a chain of parents, the one on the coordinator."),
      Term("sibling", "Another child of the same parent."),
      Term("peer", "Another context directly on the same coordinator."),
      Term(
        "scratch pad",
        "A context for changes that may be thrown away: the child under an editor with a Cancel "
          + "button."),
      Term("writer", "A private-queue root that does nothing but save to the store."),
    ])
}
