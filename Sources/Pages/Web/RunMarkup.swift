internal import Interleaving
internal import StyledText
internal import WorkbookKit

/// One order in a page: lanes beside the source, step by step.
struct RunMarkup {
  let shown: ShownRun
  /// `hang: in 1 of 3 orders`
  let title: String
  private let tables: (different: [KnownObjects], index: [Int])
  private let detail: Detail

  /// How much of a run a page has room for.
  enum Detail: CaseIterable {
    /// What objects were like after each step.
    case everything
    /// What they are like in the end.
    case lastObjects
    /// The same, and of each program one order only.
    case oneOrder
    /// The same, and fewer orders to play by hand.
    case fewToPlay

    var hasOneOrder: Bool { self == .oneOrder || self == .fewToPlay }
  }

  init(shown: ShownRun, title: String, detail: Detail = .everything) {
    self.shown = shown
    self.title = title
    self.detail = detail
    tables = Self.tables(shown)
  }

  private var timeline: Timeline { shown.timeline }

  /// Alone, as on paper.
  var markup: Markup { "<div class=\"run\">\(content(hasCircle: true))</div>" }

  /// `hasCircle` says whether the circle is to be drawn at its end.
  func content(hasCircle: Bool) -> Markup {
    let circle = hasCircle ? shown.cycle.map { CycleMarkup($0, beside: timeline).markup } : nil
    return """
      <h3>\(title)</h3>
      <div class="pair">
      <div>
      <div class="scroll" tabindex="0" role="region" aria-label="Steps">
      \(heads.markup)
      <ol class="lanes\(heads.look)" style="--lanes:\(timeline.lanes.count)">
      \(Markup(timeline.steps.map(step), separator: "\n"))
      </ol>
      </div>
      <div class="end printed">\(circle ?? "")<p class="\(role)">\
      <strong>\(shown.outcome.name):</strong> \(shown.outcome.sentence)</p></div>
      </div>
      <div>\(SourceMarkup(shown.experiment).markup)\(objects)</div>
      </div>
      """
  }

  private var heads: LaneHeads { LaneHeads(timeline.lanes) }

  private var role: String { shown.outcome.kind == .forbidden ? "bad" : "good" }

  private func step(_ step: Timeline.Step) -> Markup {
    let who = timeline.lanes[step.lane]
    let line = shown.line(of: step).map { " data-line=\"\($0)\"" as Markup } ?? ""
    let isElsewhere = shown.line(of: step) == nil
    let place =
      step.place.flatMap { isElsewhere ? " data-place=\"\($0)\"" as Markup : nil } ?? ""
    let mark: Markup =
      step.isDecisive
      ? "<span class=\"mark\" title=\"The outcome hangs on this step\">◆</span>" : ""
    let waits = timeline.lanes.indices.filter { shown.isWaiting($0, during: step.number) }.map {
      "<i class=\"waits\" style=\"--lane:\($0)\" aria-hidden=\"true\"></i>" as Markup
    }
    return """
      <li\(line)\(place)\(table(after: step.number))>\(waits)\
      <div class="deed lane-\(step.lane % 4)\(step.isDecisive ? " decisive" : "")"\(far(step.lane))>\
      <span class="who">\(who)</span> \(mark)<span class="text">\(step.sentence)</span>\
      \(standstill(step))</div>\(turn(step))</li>
      """
  }

  /// Only where another table comes.
  private func table(after step: Int) -> Markup {
    let index = tables.index
    guard step > 1 ? index[step - 1] != index[step - 2] : index[0] > 0 else { return "" }
    return " data-objects=\"\(index[step - 1])\""
  }

  /// The colour of the first lanes says their place.
  private func far(_ lane: Int) -> Markup { lane < 4 ? "" : " style=\"--lane:\(lane)\"" }

  /// The last step of a thread that never goes on.
  private func standstill(_ step: Timeline.Step) -> Markup {
    let isLast = shown.waits[step.lane].contains { $0.from == step.number && $0.to == nil }
    return isLast ? " <span class=\"never\">✕ never goes on</span>" : ""
  }

  private func turn(_ step: Timeline.Step) -> Markup {
    step.number == timeline.pointOfNoReturn
      ? "<div class=\"turn\">\(Timeline.noReturn)</div>" : ""
  }

  /// How it stands in the end; a script shows the table of the current step in its place.
  private var objects: Markup {
    guard let last = tables.different.last, last.rows.count > 1 else { return "" }
    let rows = last.rows.map { $0.map { TextLine($0) } }
    let table = TextTable(header: rows[0], rows: Array(rows.dropFirst()))
    let history: Markup =
      detail == .everything
      ? " data-tables='\(Markup(attribute: history.line))'" : " data-last=\"\""
    return """
      <div class="objects printed"\(history)>\
      \(Markup.table(table, caption: "Objects and contexts, as far as the log knows them"))</div>
      """
  }

  /// The rows of each table; 0 for one that stands as it did before.
  private var history: JSONValue {
    var last: [[String]] = []
    return .array(
      tables.different.map { table in
        let rows = table.rows
        defer { last = rows }
        return .array(
          rows.enumerated().map { index, row in
            last.indices.contains(index) && last[index] == row
              ? 0 : .array(row.map { .string($0) })
          })
      })
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
}

/// The names of the lanes above them.
struct LaneHeads {
  private let names: [String]

  init(_ names: [String]) { self.names = names }

  /// The further class of lanes that are too many for a narrow window.
  var look: String { names.count > 2 ? " many" : "" }

  var markup: Markup {
    let heads = names.enumerated().map { lane, name in
      "<b class=\"lane-\(lane % 4)\">\(name)</b>" as Markup
    }
    return """
      <div class="heads\(look)" style="--lanes:\(names.count)" aria-hidden="true">\(heads)</div>
      """
  }
}

/// The source of a program with its line numbers, the lines that matter marked.
struct SourceMarkup {
  private let program: Experiment

  init(_ program: Experiment) { self.program = program }

  /// Empty where the source is not here.
  var markup: Markup {
    guard let excerpt = SourceExcerpt(of: program.variant) else { return "" }
    let code = Markup.swift(excerpt.lines.map(\.text))
    let lines = zip(excerpt.lines, code).map { line, code in
      """
      <span class="line\(line.isMarked ? " marked" : "")" data-line="\(line.number)">\
      \(code.source.isEmpty ? " " : code)</span>
      """ as Markup
    }
    return """
      <pre class="source" tabindex="0" aria-label="\(excerpt.file)">\(Markup(lines))</pre>
      """
  }
}
