internal import WorkbookKit

/// Three minutes in the middle of the book, before it begins: a question, a hang that the reader
/// makes, and its repair.
private enum FirstRun {
  static let (chapter, steps) = ("deadlocks", ["two-doors", "choose-the-repair"])
}

extension Walk {
  func beginFirstRun() throws -> ExitStatus {
    guard let chapter = bookmark.catalogue.chapter(FirstRun.chapter) else {
      return try begin(bookmark.catalogue.firstChapter)
    }
    let path = try chapter.steps()
    guard let index = path.firstIndex(where: { $0.id == FirstRun.steps[0] }) else {
      return try begin(bookmark.catalogue.firstChapter)
    }
    console.tell(
      "Three minutes first, from chapter \(chapter.number): a question, a bug, its repair.")
    return try show(index, of: path, in: chapter)
  }
}

extension Bookmark {
  /// A reader who came here by way of the chapter itself goes on in it.
  func isAtEndOfFirstRun(_ here: Standing) -> Bool {
    let seen = store.progress.seen
    guard here.chapter.id == FirstRun.chapter, here.step?.id == FirstRun.steps[1] else {
      return false
    }
    let first = catalogue.chapters.first?.id ?? ""
    return !seen.contains("\(here.chapter.id)/\(here.path[0].id)")
      && !seen.contains { $0.hasPrefix("\(first)/") }
  }
}
