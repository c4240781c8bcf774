internal import Interleaving
internal import WorkbookKit

/// Orders of programs in a page, one at a time behind tabs, with buttons to step through them.
struct PlayerMarkup {
  /// An order and what its tab is called.
  struct Tab {
    let label: String
    let run: RunMarkup
  }

  private let tabs: [Tab]
  private let id: String
  private let hasCircle: Bool
  /// Nil: it does not play by itself.
  private let seconds: Int?

  /// More tabs than this stand behind a button.
  private static let most = 4

  init(_ tabs: [Tab], id: String, hasCircle: Bool = true, seconds: Int? = nil) {
    self.tabs = tabs
    self.id = id
    self.hasCircle = hasCircle
    self.seconds = seconds
  }

  /// What stands in the box of the player; a page of its own puts a section around it.
  var markup: Markup {
    let plays = seconds.map { " data-seconds=\"\($0)\"" as Markup } ?? ""
    return "<div class=\"player\" id=\"\(id)\"\(plays)>\n\(content)\n</div>"
  }

  var content: Markup { Markup([list, Markup(runs, separator: "\n"), bar], separator: "\n") }

  private var list: Markup {
    guard tabs.count > 1 else { return "" }
    let buttons = tabs.enumerated().map { index, tab in
      """
      <button type="button" role="tab" id="\(id)-tab-\(index)" aria-controls="\(id)-\(index)" \
      aria-selected="\(index == 0 ? "true" : "false")"\(index < Self.most ? "" : " class=\"more\"")>\
      \(tab.label)</button>
      """ as Markup
    }
    let more: Markup =
      tabs.count > Self.most
      ? "<button type=\"button\" data-more=\"\">\(tabs.count - Self.most) more</button>" : ""
    return """
      <div class="tabs screen" hidden><div role="tablist" \
      aria-label="Programs and how they end">\(buttons)</div>\(more)</div>
      """
  }

  private var runs: [Markup] {
    tabs.enumerated().map { index, tab in
      let role: Markup =
        tabs.count > 1
        ? "role=\"tabpanel\" aria-labelledby=\"\(id)-tab-\(index)\""
        : "role=\"group\" aria-label=\"\(tab.run.title)\""
      return """
        <div class="run printed" id="\(id)-\(index)" \(role)>
        \(tab.run.content(hasCircle: hasCircle))
        </div>
        """
    }
  }

  private var bar: Markup {
    let play: Markup =
      seconds == nil ? "" : "<button type=\"button\" class=\"main\" data-play=\"\">Play</button>\n"
    return """
      <div class="bar screen" role="group" aria-label="Steps" hidden>
      \(play)<button type="button" data-go="-1000000000" aria-label="First step">⇤</button>
      <button type="button" data-go="-1" aria-label="Step back">←</button>
      <button type="button" data-go="1" aria-label="Next step">→</button>
      <button type="button" data-go="1000000000" aria-label="Last step">⇥</button>
      <span class="said" role="status"></span>
      </div>
      """
  }

  /// What the marks in the lanes mean.
  static let legend: Markup = """
    <details class="legend"><summary>How to read the lanes</summary><ul>
    <li>Each lane is a thread, with a colour of its own; time goes down.</li>
    <li><span class="mark">◆</span> The outcome hangs on this step having come here.</li>
    <li>A dotted lane: its thread stands still. <span class="never">✕</span> It never goes on.</li>
    <li>A double line: up to there it could still end well.</li>
    <li>In the program, the line of the current step is marked, and those that matter have a bar \
    at their left.</li>
    <li>Arrow keys go through the steps.</li>
    </ul></details>
    """
}

// MARK: Names of tabs

extension PlayerMarkup {
  /// A tab for every way a program ends.
  static func tabs(
    of result: ExperimentResult, named name: String?, _ detail: RunMarkup.Detail = .everything
  ) throws -> [Tab] {
    let examples = try result.examples().prefix(detail.hasOneOrder ? 1 : .max)
    let all = result.exploration.schedules
    return examples.map { example in
      let order = example.isSimplest ? "the simplest such order" : "one such order"
      let variant = result.experiment.variant.name
      return Tab(
        label: label(example, of: all, name, isOnly: examples.count == 1),
        run: RunMarkup(
          shown: ShownRun(result.experiment, example.run),
          title: "\(variant) ends as \(example.outcome.name) in \(example.schedules) of "
            + "\(all.of("order")); \(order)", detail: detail))
    }
  }

  /// `the bug: 1 of 3 hangs`, `repair: one order`
  private static func label(
    _ example: EndingExample, of all: Int, _ name: String?, isOnly: Bool
  ) -> String {
    let verb = example.schedules == 1 ? "hangs" : "hang"
    let end =
      example.outcome.name == Outcome.hang.name
      ? "\(example.schedules) of \(all) \(verb)"
      : "\(example.schedules) of \(all) \(example.outcome.name)"
    guard let name else { return end }
    return isOnly && example.outcome.kind != .forbidden ? name : "\(name): \(end)"
  }
}

extension Variant {
  /// What it is to a reader: `the bug`, `repair: one order`, `no repair: a lock`.
  func roleName(isRight: Bool) -> String {
    if isBug { return "the bug" }
    return isRight ? "repair: \(title)" : "no repair: \(title)"
  }
}
