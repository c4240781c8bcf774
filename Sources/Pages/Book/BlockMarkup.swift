internal import Interleaving
internal import StyledText
internal import WorkbookKit

/// A part of a step. Pictures that a lesson keeps as text are drawn.
struct BlockMarkup {
  let block: Block
  let explorations: Explorations?

  var markup: Markup {
    switch block {
    case .prose(let text): return Markup(markdown: text)
    case .code(let program, _): return code(program)
    case .picture(let program, let output, let lines):
      return drawn(program, output) ?? Self.plain(lines)
    case .drawing(let lines): return Self.plain(lines)
    }
  }

  private static func plain(_ lines: [String]) -> Markup {
    "<pre class=\"drawn\" tabindex=\"0\">\(lines.joined(separator: "\n"))</pre>"
  }

  private func code(_ program: Experiment) -> Markup {
    let lines = block.numberedLines
    let styled = Markup.swift(lines.map(\.text))
    let listing = zip(lines, styled).map { line, code in
      "<span class=\"line\"><span class=\"n\">\(line.number)</span> \(code)</span>" as Markup
    }
    return "<pre tabindex=\"0\" aria-label=\"\(program.name)\">\(listing)</pre>"
  }

  /// Nil where there is nothing better than its lines.
  private func drawn(_ program: Experiment, _ output: LessonBlock.Output) -> Markup? {
    guard let result = explorations?[program] else { return nil }
    if output == .table { return Self.table(result.table()) }
    guard let failure = result.simplestFailure else { return nil }
    var timeline = Timeline(of: failure)
    let end = program.outcome(of: failure)
    switch output {
    case .cycle:
      return failure.deadlock.map { CycleMarkup(WaitCycle(of: $0), beside: timeline).markup }
    case .disguise:
      return failure.deadlock.map {
        CycleMarkup(WaitCycle(disguising: $0), beside: timeline).markup
      }
    case .log:
      timeline.pointOfNoReturn = nil
      return Self.list(Story(of: timeline, ending: end))
    case .story:
      return Self.list(Story(of: timeline, ending: end))
        + "<p class=\"bad\"><strong>\(end.name):</strong> \(end.sentence)</p>"
    case .timeline, .table, .compare: return nil
    }
  }

  private static func list(_ story: Story) -> Markup {
    let items = story.items.map { "<li>\($0)</li>" as Markup }
    return "<ol class=\"story\">\(items)</ol>"
  }

  private static func table(_ table: OutcomeTable) -> Markup {
    let rows = table.rows.map { row in
      [
        TextLine(row.outcome.name, .strong), TextLine("\(row.count) of \(table.schedules)"),
        TextLine(row.outcome.sentence),
      ]
    }
    let header = ["ends as", "orders", "which means"].map { TextLine($0) }
    return Markup.table(TextTable(header: header, rows: rows))
  }
}

/// Who waits for whom, drawn, and in words below.
struct CycleMarkup {
  private let cycle: WaitCycle
  private let timeline: Timeline

  init(_ cycle: WaitCycle, beside timeline: Timeline) {
    self.cycle = cycle
    self.timeline = timeline
  }

  var markup: Markup {
    let drawing = CycleDrawing(cycle, beside: timeline, width: 620, top: 12)
    let links = cycle.sentences.map { "<li>\($0.text)</li>" as Markup }
    return """
      <figure><svg class="ring" viewBox="0 0 620 \(Int(drawing.bottom.rounded(.up)))" \
      role="img" aria-label="Who waits for whom">\(Markup(drawing.body))</svg>
      <figcaption><ul>\(links)</ul></figcaption></figure>
      """
  }
}
