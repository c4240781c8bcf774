internal import WorkbookKit

extension Session {
  /// Three minutes in the middle of the book, before it begins: a question, a hang that the reader
  /// makes, and its repair.
  private static let firstRun = (chapter: "deadlocks", steps: ["two-doors", "choose-the-repair"])

  func beginFirstRun() throws -> ExitStatus {
    guard let chapter = catalogue.chapter(Self.firstRun.chapter) else {
      return try begin(firstChapter)
    }
    let path = try path(of: chapter)
    guard let index = path.firstIndex(where: { $0.id == Self.firstRun.steps[0] }) else {
      return try begin(firstChapter)
    }
    console.tell(
      "Three minutes first, from chapter \(chapter.number): a question, a bug, its repair.")
    return try show(index, of: path, in: chapter)
  }

  /// A reader who came here by way of the chapter itself goes on in it.
  func isAtEndOfFirstRun(_ here: Standing) -> Bool {
    let seen = store.progress.seen
    guard here.chapter.id == Self.firstRun.chapter, let index = here.index,
      here.path[index].id == Self.firstRun.steps[1]
    else { return false }
    let first = catalogue.chapters.first?.id ?? ""
    return !seen.contains("\(here.chapter.id)/\(here.path[0].id)")
      && !seen.contains { $0.hasPrefix("\(first)/") }
  }
}
