internal import Foundation
internal import Pages
internal import Terminal
internal import WorkbookKit

/// The book as a folder of pages, or a chapter as one page.
struct PageCommand: Command {
  /// The folder, or the page.
  var place: String
  var chapter: String?

  static let syntax = Syntax(
    name: "page", operands: [.required(.file), .optional(.chapter)],
    summary: "the book as pages in a folder, or a chapter as one page, to read in a browser",
    details: """
      Questions are answered in the page. With a chapter, FILE is the page; without one, it is \
      the folder for all of them, for any web server or a stick.
      """,
    examples: ["page site", "page deadlocks.html deadlocks"],
    make: { Self(place: $0[0] ?? "", chapter: $0[1]) })

  func perform(in session: Session, _ options: CommonOptions) throws -> ExitStatus {
    let console = session.console
    if let chapter {
      let sheet = try sheet(of: session.catalogue.chapter(named: chapter), session)
      try session.dialogue.write(sheet.html(), to: place, command: "page", options)
      console.tell("Written: \(place)")
      return .done
    }
    try prepareFolder(place)
    let book = try bookFiles(session)
    let files = try book.files().map { ("\(place)/\($0.name)", $0.html) }
    if files.contains(where: { TextFile.exists($0.0) }) {
      try session.dialogue.confirm("Replace the pages in '\(place)'?", command: "page", options)
    }
    var replacing = options
    replacing.saysYes = true
    for (file, html) in files {
      try session.dialogue.write(html, to: file, command: "page", replacing)
    }
    console.tell("Written: \(files.count.of("page")) into '\(place)'. Begin with index.html.")
    return .done
  }

  private func sheet(of chapter: Chapter, _ session: Session) throws -> ChapterSheet {
    let statusLine = session.console.statusLine
    defer { statusLine.clear() }
    statusLine.show("exploring the programs of \(chapter.id)")
    return try ChapterSheet(chapter, seed: seed(session))
  }

  private func bookFiles(_ session: Session) throws -> BookFiles {
    let (statusLine, catalogue) = (session.console.statusLine, session.catalogue)
    defer { statusLine.clear() }
    let start = ContinuousClock.now
    return try BookFiles(
      catalogue.chapters, tracks: catalogue.tracks, seed: seed(session)
    ) { chapter in
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

  private func seed(_ session: Session) -> Int {
    session.lines.isInteractive ? session.store.seed : OptionOrder.fixedSeed
  }

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
}
