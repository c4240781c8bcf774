import Foundation
public import WorkbookKit

extension Chapter {
  /// Layers over Core Data that hide contexts, queues and saves.
  public static let layers = Chapter(
    "layers", number: 13, title: "Layers",
    summary:
      "What a convenience layer over Core Data may hide, and what the code above it has to know.",
    lesson: { Bundle.module.url(forResource: "Lesson", withExtension: "md") },
    scenarios: [
      .findAllAndSave, .currentContext, .waitFlag, .generatedAccessors, .valueMapper,
      .storeOverAService, .coordinatorPerThread,
    ],
    exercises: ["save-with-completion", "unwrap-the-helper"],
    glossary: [])
}
