internal import StyledText
public import WorkbookKit

/// A chapter as one page: its steps one by one, with questions that are answered in the page, and
/// the orders of its programs to step through.
public struct ChapterSheet {
  let chapter: Chapter
  let path: [Step]
  private let steps: [Markup]

  /// Explores every program of its steps. The seed says in which order options stand.
  public init(_ chapter: Chapter, seed: Int = OptionOrder.fixedSeed) throws {
    self.chapter = chapter
    path = try LessonPath(chapter.lessonText(), of: chapter).steps
    let explorations = try Explorations(of: path)
    let path = path.map {
      $0.ordered(OptionOrder(seed: seed, place: "\(chapter.id)/\($0.id)"))
    }
    var steps: [Markup] = []
    for detail in RunMarkup.Detail.allCases {
      steps = try path.map {
        try StepMarkup(step: $0, explorations: explorations, detail: detail).markup()
      }
      if steps.reduce(0, { $0 + $1.source.utf8.count }) < Self.most { break }
    }
    self.steps = steps
  }

  /// Bytes that the steps may take, so that the page stays under 400 KB.
  private static let most = 360_000

  /// What its file is called in a folder with others.
  public var file: String { "\(chapter.id).html" }

  /// The page; `others` are the pages beside it in the same folder.
  public func html(beside others: [ChapterSheet] = []) -> String {
    let place = others.firstIndex { $0.chapter.id == chapter.id }
    let before = place.flatMap { $0 > 0 ? others[$0 - 1] : nil }
    let after = place.flatMap { others.indices.contains($0 + 1) ? others[$0 + 1] : nil }
    let main = [heading] + steps + [glossary, onward(before, after)]
    return PageShell.page(
      title: "\(chapter.title) · Core Data Concurrency", chapter: chapter.id,
      [
        top(isAlone: others.isEmpty), "<div class=\"book\">", contents, "<main>",
        Markup(main, separator: "\n"), "</main></div>",
      ])
  }

  private func top(isAlone: Bool) -> Markup {
    let start: Markup =
      isAlone
      ? "Core Data Concurrency, a workbook"
      : "<a href=\"index.html\">Core Data Concurrency, a workbook</a>"
    return """
      <header class="top"><span>\(start)</span>\
      <span class="standing" role="status" hidden></span></header>
      """
  }

  private var heading: Markup {
    """
    <h1>\(chapter.number). \(chapter.title)</h1>
    <p>\(chapter.summary)</p>
    <p class="faint">\(length)</p>
    \(PlayerMarkup.legend)
    """
  }

  /// `About 45 minutes; 30 more for 12 deep steps.`
  var length: String {
    let deep = path.filter { $0.level == .deep }
    let core = path.filter { $0.level == .core && !$0.isExercise }
    let exercises = path.filter(\.isExercise)
    let more = [
      deep.isEmpty ? nil : "\(deep.minutes) more for \(deep.count.of("deep step"))",
      exercises.isEmpty
        ? nil : "\(exercises.minutes) more for \(exercises.count.of("exercise"))",
    ].compactMap(\.self)
    let rest = more.isEmpty ? "" : "; \(more.joined(separator: ", "))"
    return "About \(core.minutes) minutes\(rest)."
  }

  private var contents: Markup {
    let items = path.map { step in
      """
      <li><a href="#\(step.id)">\(step.title)</a> <span class="faint">\(step.minutes) min</span></li>
      """ as Markup
    }
    return """
      <nav class="contents" aria-label="Steps of this chapter"><details open><summary>Contents\
      </summary><meter class="screen" min="0" max="\(path.count)" value="0" hidden \
      aria-label="How far you are"></meter><ol>\(items)</ol>
      <p class="screen" hidden><button type="button" data-all="">Show all steps</button>
      <button type="button" data-forget="">Forget my answers</button></p></details></nav>
      """
  }

  private var glossary: Markup {
    guard !chapter.glossary.isEmpty else { return "" }
    let terms = chapter.glossary.map { "<dt>\($0.word)</dt><dd>\($0.meaning)</dd>" as Markup }
    return """
      <section class="words"><details><summary>Words of this chapter</summary>\
      <dl>\(terms)</dl></details></section>
      """
  }

  private func onward(_ before: ChapterSheet?, _ after: ChapterSheet?) -> Markup {
    let links = [(before, "Previous chapter"), (after, "Next chapter")].compactMap { sheet, word in
      sheet.map {
        "<a href=\"\($0.file)\"><span class=\"faint\">\(word)</span> \($0.chapter.title)</a>"
          as Markup
      }
    }
    return links.isEmpty ? "" : "<nav class=\"onward\" aria-label=\"Chapters\">\(links)</nav>"
  }
}

extension Step {
  /// Whether it asks for a repair in the reader's own editor.
  var isExercise: Bool { if case .repair? = question?.kind { true } else { false } }
}
