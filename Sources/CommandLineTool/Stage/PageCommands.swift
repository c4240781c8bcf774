internal import Foundation
internal import Pages
internal import Terminal
internal import WorkbookKit

extension Session {
  /// The book as a folder of pages, or a chapter as one page.
  func page(_ place: String, chapter word: String?, _ options: CommonOptions) throws -> ExitStatus {
    if let word {
      let chapter = try chapter(word)
      let sheet = try sheet(of: chapter)
      try write(sheet.html(), to: place, command: "page", options)
      console.tell("Written: \(place)")
      return .done
    }
    try prepareFolder(place)
    let book = try bookSheet()
    let files = try book.files().map { ("\(place)/\($0.name)", $0.html) }
    if files.contains(where: { TextFile.exists($0.0) }) {
      try confirm("Replace the pages in '\(place)'?", command: "page", options)
    }
    var replacing = options
    replacing.saysYes = true
    for (file, html) in files { try write(html, to: file, command: "page", replacing) }
    console.tell("Written: \(files.count.of("page")) into '\(place)'. Begin with index.html.")
    return .done
  }

  private func sheet(of chapter: Chapter) throws -> ChapterSheet {
    let statusLine = console.statusLine
    defer { statusLine.clear() }
    statusLine.show("exploring the programs of \(chapter.id)")
    return try ChapterSheet(chapter, seed: pageSeed)
  }

  private func bookSheet() throws -> BookSheet {
    let statusLine = console.statusLine
    defer { statusLine.clear() }
    let start = ContinuousClock.now
    return try BookSheet(catalogue.chapters, tracks: catalogue.tracks, seed: pageSeed) { chapter in
      if Interrupts.isPending {
        throw CommandFailure(
          problem: "you stopped it before chapter '\(chapter.id)'; no page was written",
          wayOut: "one chapter is quicker: page FILE.html \(chapter.id)", status: .interrupted)
      }
      statusLine.show(
        "page \(chapter.number) of \(catalogue.chapters.count): \(chapter.id), "
          + "\(start.duration(to: .now).components.seconds) s")
    }
  }

  private var pageSeed: Int { lines.isInteractive ? store.seed : OptionOrder.fixedSeed }

  private func prepareFolder(_ place: String) throws {
    var isFolder: ObjCBool = false
    let isThere = FileManager.default.fileExists(atPath: place, isDirectory: &isFolder)
    let isMade =
      isThere
      ? isFolder.boolValue
      : (try? FileManager.default.createDirectory(
        atPath: place, withIntermediateDirectories: false)) != nil
    guard isMade else {
      throw CommandFailure(
        problem: isThere ? "'\(place)' is a file, not a folder" : "'\(place)' cannot be made",
        wayOut: "name a folder, or a chapter behind the file", status: .usage)
    }
  }

  func handout(_ word: String, to file: String, _ options: CommonOptions) throws -> ExitStatus {
    let symptoms = HelpPage.chart.facts.map { (sign: $0.term, meaning: $0.meaning) }
    let sheet = Handout(try chapter(word), symptoms: symptoms)
    try write(sheet.html(), to: file, command: "handout", options)
    console.tell("Written: \(file)")
    return .done
  }
}
