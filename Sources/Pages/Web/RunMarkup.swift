internal import Interleaving
internal import StyledText
internal import WorkbookKit

/// One order in a page: lanes beside the source, step by step.
struct RunMarkup {
  let shown: ShownRun
  /// `hang: in 1 of 3 orders`
  let title: String
  private let tables: (different: [KnownObjects], index: [Int])

  init(shown: ShownRun, title: String) {
    self.shown = shown
    self.title = title
    tables = Self.tables(shown)
  }

  private var timeline: Timeline { shown.timeline }

  var markup: Markup {
    """
    <div class="run printed" role="tabpanel" aria-label="\(title)">
    <h3>\(title)</h3>
    <div class="pair">
    <div>
    <div class="scroll" tabindex="0" role="region" aria-label="Steps">
    \(heads)
    <ol class="lanes\(many)" style="--lanes:\(timeline.lanes.count)">
    \(Markup(timeline.steps.map(step), separator: "\n"))
    </ol>
    </div>
    <div class="end printed">\(cycle)<p class="\(role)"><strong>\(shown.outcome.name):</strong> \
    \(shown.outcome.sentence)</p></div>
    </div>
    <div>\(source)\(objects)</div>
    </div>
    </div>
    """
  }

  private var many: String { timeline.lanes.count > 2 ? " many" : "" }

  private var role: String { shown.outcome.kind == .forbidden ? "bad" : "good" }

  private var heads: Markup {
    let names = timeline.lanes.enumerated().map { lane, name in
      "<b class=\"lane-\(lane % 4)\">\(name)</b>" as Markup
    }
    return """
      <div class="heads\(many)" style="--lanes:\(timeline.lanes.count)" aria-hidden="true">\
      \(names)</div>
      """
  }

  private func step(_ step: Timeline.Step) -> Markup {
    let who = timeline.lanes[step.lane]
    let line = shown.line(of: step).map { " data-line=\"\($0)\"" as Markup } ?? ""
    let said =
      "Step \(step.number) of \(timeline.steps.count). \(who) \(step.sentence)."
      + (step.place.map { " \($0)" } ?? "")
    let title = "The outcome hangs on this step"
    let mark: Markup =
      step.isDecisive ? "<span class=\"mark\" title=\"\(title)\">◆</span>" : ""
    let waits = timeline.lanes.indices.filter { shown.isWaiting($0, during: step.number) }.map {
      "<i class=\"waits\" style=\"--lane:\($0)\" aria-hidden=\"true\"></i>" as Markup
    }
    return """
      <li data-number="\(step.number)" data-said="\(said)"\(line) \
      data-objects="\(tables.index[step.number - 1])">\(waits)\
      <div class="deed lane-\(step.lane % 4)\(step.isDecisive ? " decisive" : "")" \
      style="--lane:\(step.lane)"><span class="who">\(who)</span> \
      <span class="text">\(mark)\(step.sentence)\(standstill(step))</span></div>\(turn(step))</li>
      """
  }

  /// The last step of a thread that never goes on.
  private func standstill(_ step: Timeline.Step) -> Markup {
    let isLast = shown.waits[step.lane].contains { $0.from == step.number && $0.to == nil }
    return isLast ? " <span class=\"never\">✕ never goes on</span>" : ""
  }

  private func turn(_ step: Timeline.Step) -> Markup {
    step.number == timeline.pointOfNoReturn
      ? "<div class=\"turn\">\(Timeline.noReturn)</div>" : ""
  }

  private var cycle: Markup {
    guard let cycle = shown.cycle else { return "" }
    let drawing = CycleDrawing(cycle, width: 620, top: 12)
    let links = cycle.sentences.map { "<li>\($0.text)</li>" as Markup }
    return """
      <figure><svg class="ring" viewBox="0 0 620 \(Int(drawing.bottom.rounded(.up)))" \
      role="img" aria-label="Who waits for whom">\(Markup(drawing.body))</svg>
      <figcaption><ul>\(links)</ul></figcaption></figure>
      """
  }

  private var source: Markup {
    guard let excerpt = SourceExcerpt(of: shown.experiment.variant) else { return "" }
    let code = Markup.swift(excerpt.lines.map(\.text))
    let width = String(excerpt.lines.last?.number ?? 0).count
    let lines = zip(excerpt.lines, code).map { line, code in
      let number =
        String(repeating: " ", count: width - String(line.number).count)
        + "\(line.number)"
      return """
        <span class="line\(line.isMarked ? " marked" : "")" data-line="\(line.number)">\
        <span class="n">\(number)</span> \(code)</span>
        """ as Markup
    }
    return """
      <pre class="source" tabindex="0" aria-label="\(excerpt.file)">\(Markup(lines))</pre>
      """
  }

  /// The script shows the table of the current step.
  private var objects: Markup {
    guard tables.different.contains(where: { !$0.isEmpty }) else { return "" }
    return Markup(
      tables.different.enumerated().map { index, table in
        let name = index == tables.index.last ? "objects printed" : "objects"
        return "<div class=\"\(name)\">\(markup(of: table))</div>"
      }, separator: "\n")
  }

  /// Those that differ from the one before, and which of them belongs to each step.
  private static func tables(_ shown: ShownRun) -> (different: [KnownObjects], index: [Int]) {
    var (different, index): ([KnownObjects], [Int]) = ([], [])
    var table = KnownObjects([])
    var seen = 0
    for step in shown.timeline.steps {
      // Steps stand in the order of their events, so each table is the last one and what is new.
      let end = (step.event ?? -1) + 1
      for event in shown.run.events[min(seen, end)..<end] { table.take(event) }
      seen = max(seen, end)
      if different.last != table { different.append(table) }
      index.append(different.count - 1)
    }
    return (different, index)
  }

  private func markup(of table: KnownObjects) -> Markup {
    guard !table.isEmpty else { return "" }
    let rows = table.rows.map { $0.map { TextLine($0) } }
    return Markup.table(
      TextTable(header: rows[0], rows: Array(rows.dropFirst())),
      caption: "Objects and contexts, as far as the log knows them")
  }
}
