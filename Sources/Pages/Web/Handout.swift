internal import StyledText
public import WorkbookKit

/// One printable sheet about a chapter: its rule, a picture, and which symptom means what.
public struct Handout {
  private let chapter: Chapter
  private let rule: [Markup]
  private let symptoms: [(sign: String, meaning: String)]

  /// `symptoms` are those of the chart that every chapter shares.
  public init(_ chapter: Chapter, symptoms: [(sign: String, meaning: String)]) {
    self.chapter = chapter
    self.symptoms = symptoms
    rule = chapter.path.filter { ["the-rule", "in-your-own-app"].contains($0.id) }.map { step in
      let body = step.shown.map { BlockMarkup(block: $0, explorations: nil).markup }
      return "<section><h2>\(step.title)</h2>\(body)</section>"
    }
  }

  public func html() throws -> String {
    PageShell.page(
      title: "\(chapter.title), a sheet",
      [
        "<header class=\"top\"><span>Core Data Concurrency, a workbook</span></header>",
        "<h1>\(chapter.number). \(chapter.title)</h1>", "<p>\(chapter.summary)</p>",
      ] + rule.prefix(1) + [try picture()] + rule.dropFirst() + [chart])
  }

  /// The chapter's main program in the simplest order that goes wrong.
  private func picture() throws -> Markup {
    guard let scenario = chapter.mainScenario, let bug = scenario.variant("bug") else { return "" }
    let experiment = Experiment(scenario, bug)
    guard let run = try experiment.explore(forStory: true).simplestFailure else { return "" }
    let shown = RunMarkup(shown: ShownRun(experiment, run), title: scenario.title)
    return "<section>\(shown.markup)</section>"
  }

  private var chart: Markup {
    let rows = symptoms.map { [TextLine($0.sign, .strong), TextLine($0.meaning)] }
    let table = TextTable(header: [TextLine("What you see"), TextLine("What it is")], rows: rows)
    return "<section><h2>From a symptom to a first cut</h2>\(Markup.table(table))</section>"
  }
}
