internal import Interleaving
internal import StyledText
public import WorkbookKit

/// All chapters as pages in one folder, with a page in front that says what they are.
public struct BookFiles {
  private let chapters: [ChapterSheet]
  private let tracks: [Track]

  /// Explores every program of the chapters. Before each chapter `begins` is called, which may stop it.
  public init(
    _ chapters: [Chapter], tracks: [Track] = [], seed: Int = OptionOrder.fixedSeed,
    begins: (Chapter) throws -> Void = { _ in }
  ) throws {
    self.chapters = try chapters.map { chapter in
      try begins(chapter)
      return try ChapterSheet(chapter, seed: seed)
    }
    self.tracks = tracks
  }

  /// The files by name, the list of chapters first.
  public func files() throws -> [(name: String, html: String)] {
    [("index.html", try FrontSheet(chapters, tracks).html())]
      + chapters.map { ($0.file, $0.html(beside: chapters)) }
  }
}
