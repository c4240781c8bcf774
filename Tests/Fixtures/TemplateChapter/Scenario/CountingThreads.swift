import Foundation
public import WorkbookKit

extension Chapter {
  /// Two threads count.
  public static let countingThreads = Chapter(
    "counting-threads", number: 0, title: "Counting threads",
    summary: "Why two threads that count lose a count",
    lesson: { Bundle.module.url(forResource: "Lesson", withExtension: "md") },
    scenarios: [.lostCount],
    exercises: [])
}
