public import Interleaving
internal import StyledText
public import WorkbookKit

/// A scenario as one page that can be sent: its question first, then every way in
/// which its programs end, each with an order to step through.
public struct ScenarioSheet {
  private let scenario: Scenario
  private let results: [ExperimentResult]
  private let orders: [Order]
  private let question: QuestionMarkup

  /// An order with its place among the others.
  private struct Order {
    let tab: PlayerMarkup.Tab
    /// How many orders end like it; nil for one that was asked for.
    let count: Int?

    var shown: ShownRun { tab.run.shown }
  }

  /// Explores the variants. `first` is the one that is asked about, and `asked` an order of it that
  /// is to be shown before all others.
  public init(_ first: Experiment, showing asked: RunReport? = nil) throws {
    scenario = first.scenario
    let others = scenario.variants.filter { $0.name != first.variant.name }
    let experiments = [first] + others.map { Experiment(first.scenario, $0) }
    results = try experiments.explored(forStory: true)
    let given = asked.map { run in
      let shown = ShownRun(first, run)
      let title =
        "\(first.variant.name), the order of \(run.code), ends as \(shown.outcome.name)"
      return Order(
        tab: PlayerMarkup.Tab(
          label: "your order: \(shown.outcome.name)", run: RunMarkup(shown: shown, title: title)),
        count: nil)
    }
    orders = try (given.map { [$0] } ?? []) + results.flatMap { try Self.orders(of: $0) }
    question = try QuestionMarkup(.standard(first))
  }

  private static func orders(of result: ExperimentResult) throws -> [Order] {
    let name = result.experiment.variant.roleName(isRight: result.table().failing == 0)
    let tabs = try PlayerMarkup.tabs(of: result, named: name)
    return try zip(tabs, result.examples()).map { Order(tab: $0, count: $1.schedules) }
  }

  /// The page.
  public var html: String {
    PageShell.page(title: "\(scenario.title) · \(scenario.id)", [top, asked, player, change, ends])
  }

  private var first: Experiment { results[0].experiment }

  private var top: Markup {
    """
    <header class="top"><span>Core Data Concurrency, a workbook</span>\
    <span>\(scenario.id)</span></header>
    <h1>\(scenario.title)</h1>
    """
  }

  private var asked: Markup {
    let excerpt = SourceExcerpt(of: first.variant)
    let code = Markup.swift(excerpt?.lines.map(\.text) ?? []).map {
      "<span class=\"line\">\($0)</span>" as Markup
    }
    let listing: Markup = excerpt == nil ? "" : "<pre tabindex=\"0\">\(code)</pre>"
    return """
      <section class="pair" aria-label="Question">
      <div>
      <p>\(scenario.question)</p>
      <p class="faint">\(first.variant.name): \(first.variant.idea)</p>
      \(question.markup(""))
      <p class="screen" hidden><button type="button" data-show="">Show it without an answer\
      </button></p>
      </div>
      <div>\(listing)</div>
      </section>
      """
  }

  private var player: Markup {
    """
    <section id="orders" class="player unasked printed" aria-labelledby="step-through">
    <h2 id="step-through">Step through it</h2>
    \(PlayerMarkup(orders.map(\.tab), id: "orders").content)
    \(PlayerMarkup.legend)
    </section>
    """
  }

  private var change: Markup {
    guard let bug = scenario.variant("bug"),
      let fix = scenario.variants.first(where: { !$0.isBug && $0.name.hasPrefix("fix") }),
      let change = scenario.change(from: bug, to: fix)
    else { return "" }
    let lines = change.lines.map { line in
      let (sign, name) = line.change.look
      return "<span class=\"line \(name)\">\(sign) \(line.text)</span>" as Markup
    }
    return """
      <section class="unasked printed" aria-labelledby="change">
      <h2 id="change">From \(bug.name) to \(fix.name)</h2>
      <p>\(fix.idea)</p>
      <pre tabindex="0" aria-label="Change">\(Markup(lines))</pre>
      </section>
      """
  }

  private var ends: Markup {
    let rows = orders.enumerated().map { index, order in
      let (outcome, code) = (order.shown.outcome, "\(order.shown.run.code)")
      return """
        <tr><td>\(order.shown.experiment.variant.name)</td><td class="\(outcome.look)">\
        \(outcome.name)</td><td>\(order.count.map { "\($0)" } ?? "")</td>\
        <td>\(outcome.sentence)</td><td><code>\(code)</code></td>\
        <td><button type="button" class="screen" data-run="\(index)" hidden>Show</button></td></tr>
        """ as Markup
    }
    let claims = results.map { "<li>\($0.experiment.variant.name): \($0.claim)</li>" as Markup }
    return """
      <section class="unasked printed" aria-labelledby="ends">
      <h2 id="ends">Every way it ends</h2>
      <div class="wide" tabindex="0"><table><thead><tr><th scope="col">program</th>\
      <th scope="col">ends as</th><th scope="col">orders</th><th scope="col">which means</th>\
      <th scope="col">code of one order</th><th scope="col"><span class="faint">&#160;</span></th>\
      </tr></thead><tbody>\(rows)</tbody></table></div>
      <ul>\(claims)</ul>
      <p class="faint">Again at the prompt: <code>replay CODE</code>. Every step sees all steps \
      before it, and the behaviour is that of this engine, not of Apple's binary.</p>
      </section>
      """
  }
}

extension Outcome {
  /// Its class in a stylesheet.
  fileprivate var look: String { kind == .forbidden ? "bad" : "good" }
}

extension LineDiff.Change {
  fileprivate var look: (sign: String, name: String) {
    switch self {
    case .stays: (" ", "stays")
    case .goes: ("-", "goes")
    case .comes: ("+", "comes")
    }
  }
}
