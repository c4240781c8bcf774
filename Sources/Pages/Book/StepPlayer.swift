internal import Interleaving
internal import WorkbookKit

/// The orders that show the answer to a step's question, to be stepped through.
struct StepPlayer {
  private let tabs: [PlayerMarkup.Tab]
  private let id: String

  /// Of one program every way it ends; of several to choose from one way each.
  init(
    _ question: Question, _ explorations: Explorations, in id: String, _ detail: RunMarkup.Detail
  ) throws {
    self.id = id
    switch question.kind {
    case .choose(let candidates, let outcome):
      tabs = try question.options.enumerated().compactMap { index, option in
        guard let candidate = candidates.first(where: { $0.key == option.key }),
          let result = candidate.program.flatMap({ explorations[$0] })
        else { return nil }
        return try Self.tab(question.mark(index), result, looking: outcome, detail)
      }
    case .how(let program, _), .ends(let program), .lost(let program, _), .line(let program, _),
      .order(let program, _, _), .impossible(let program, _):
      tabs =
        try explorations[program].map { try PlayerMarkup.tabs(of: $0, named: nil, detail) } ?? []
    case .recognise, .write, .make, .repair, .promised: tabs = []
    }
  }

  /// The order of a candidate that says most: the one asked for, or one that goes wrong.
  private static func tab(
    _ mark: String, _ result: ExperimentResult, looking outcome: String?,
    _ detail: RunMarkup.Detail
  ) throws -> PlayerMarkup.Tab? {
    let examples = try result.examples()
    let asked = examples.first { $0.outcome.name == outcome }
    guard let example = asked ?? examples.first else { return nil }
    let all = result.exploration.schedules
    return PlayerMarkup.Tab(
      label: "\(mark): \(example.outcome.name)",
      run: RunMarkup(
        shown: ShownRun(result.experiment, example.run),
        title: "\(mark) ends as \(example.outcome.name) in \(example.schedules) of "
          + all.of("order"), detail: detail))
  }

  var isEmpty: Bool { tabs.isEmpty }

  /// `hasCircle` says whether the circle is to be drawn at the end of an order.
  func markup(hasCircle: Bool) throws -> Markup {
    guard !tabs.isEmpty else { return "" }
    return PlayerMarkup(tabs, id: "\(id)-orders", hasCircle: hasCircle).markup
  }
}
