import Foundation
public import WorkbookKit

extension Chapter {
  /// Several processes that write to one file.
  public static let history = Chapter(
    "history", number: 10, title: "Several writers",
    summary: "How an app hears what its widget wrote, once and in order, and who may forget it.",
    lesson: { Bundle.module.url(forResource: "Lesson", withExtension: "md") },
    scenarios: [
      .deafApp, .ownEcho, .expiredToken, .reentrantHandler, .purgedTooFar, .authorForgotten,
      .unseenGeneration, .twoMigrators, .tokenKeeper,
    ],
    exercises: ["widget-news"],
    glossary: [
      Term("transaction", "What one save or batch did, as the history tells it."),
      Term("token", "A place in the history: what comes before it has been read."),
      Term("expired", "Said of a token after which a part of the history was deleted."),
      Term(
        "migration",
        "What a store goes through that was written with another version of the model."),
      Term(
        "stage",
        "A step of a migration from one version to the next, with handlers before and after."),
    ])
}
