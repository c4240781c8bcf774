public import WorkbookKit

/// A chapter as one page: its steps with questions that are answered in the page, answers folded.
public struct ChapterSheet {
  let chapter: Chapter
  private let steps: [Markup]

  /// Explores every question's truth.
  public init(_ chapter: Chapter) throws {
    self.chapter = chapter
    steps = try LessonPath(chapter.lessonText(), of: chapter).steps.map {
      try StepMarkup(step: $0).markup()
    }
  }

  /// What its file is called in a folder with others.
  public var file: String { "\(chapter.id).html" }

  /// The page; `others` are the pages beside it in the same folder.
  public func html(beside others: [ChapterSheet] = []) -> String {
    PageShell.page(
      title: "\(chapter.title) · Core Data Concurrency",
      [top(others), heading] + steps + [glossary, bottom(others)])
  }

  private func top(_ others: [ChapterSheet]) -> Markup {
    let start: Markup =
      others.isEmpty
      ? "Core Data Concurrency, a workbook"
      : "<a href=\"index.html\">Core Data Concurrency, a workbook</a>"
    return "<header class=\"top\"><span>\(start)</span><span>\(chapter.id)</span></header>"
  }

  private var heading: Markup {
    "<h1>\(chapter.number). \(chapter.title)</h1>\n<p>\(chapter.summary)</p>"
  }

  private var glossary: Markup {
    guard !chapter.glossary.isEmpty else { return "" }
    let terms = chapter.glossary.map { "<dt>\($0.word)</dt><dd>\($0.meaning)</dd>" as Markup }
    return
      "<section aria-labelledby=\"words\"><h2 id=\"words\">Words</h2><dl>\(terms)</dl></section>"
  }

  private func bottom(_ others: [ChapterSheet]) -> Markup {
    guard let index = others.firstIndex(where: { $0.chapter.id == chapter.id }),
      index + 1 < others.count
    else { return "" }
    let next = others[index + 1]
    return "<p>Next: <a href=\"\(next.file)\">\(next.chapter.title)</a></p>"
  }
}

/// All chapters as pages in one folder, with a list of them.
public struct BookSheet {
  private let chapters: [ChapterSheet]

  public init(_ chapters: [Chapter]) throws { self.chapters = try chapters.map(ChapterSheet.init) }

  /// The files by name, the list of chapters first.
  public var files: [(name: String, html: String)] {
    [("index.html", index)] + chapters.map { ($0.file, $0.html(beside: chapters)) }
  }

  private var index: String {
    let items = chapters.map { sheet in
      """
      <li><a href="\(sheet.file)"><strong>\(sheet.chapter.title)</strong></a><br>\
      \(sheet.chapter.summary)</li>
      """ as Markup
    }
    return PageShell.page(
      title: "Core Data Concurrency, a workbook",
      [
        "<h1>Core Data Concurrency, a workbook</h1>",
        """
        <p>Questions are answered in the page; what is right was explored over every order of \
        events when the page was made. To run, step and repair things yourself: \
        <code>swift run workbook</code>.</p>
        """, "<ol>\(items)</ol>",
      ])
  }
}
