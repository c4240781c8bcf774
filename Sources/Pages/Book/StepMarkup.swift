internal import StyledText
internal import WorkbookKit

/// A step of a chapter as a page has it: what is shown, the question, and the answer folded.
struct StepMarkup {
  let step: Step
  let explorations: Explorations
  let detail: RunMarkup.Detail

  func markup() throws -> Markup {
    let shown = markup(of: step.shown)
    let rest: Markup
    if let question = step.question {
      let asked = try QuestionMarkup(question)
      let board = try board(for: question)
      rest = asked.markup(board: board, try reveal(after: question)) + (try second)
    } else {
      rest = try step.program.map(folded) ?? ""
    }
    return """
      <section class="step" id="\(step.id)" aria-labelledby="\(step.id)-title">
      <h2 id="\(step.id)-title" tabindex="-1">\(step.title)\(level)</h2>
      \(shown)
      \(rest)
      <p class="go screen" hidden><button type="button" data-next="">Next</button></p>
      </section>
      """
  }

  private var level: Markup {
    step.level == .deep ? " <span class=\"deep\">deep</span>" : ""
  }

  private func markup(of blocks: [Block]) -> Markup {
    Markup(
      blocks.map { BlockMarkup(block: $0, explorations: explorations).markup }, separator: "\n")
  }

  // MARK: What stands behind the answer

  /// An order that is told or drawn there is played instead.
  private func reveal(after question: Question) throws -> Markup {
    let player = try StepPlayer(question, explorations, in: step.id, detail)
    let blocks = step.reveal.filter { player.isEmpty || !$0.isOrder }
    let hasCircle = !blocks.contains { $0.isCircle }
    return Markup(
      [
        markup(of: blocks), step.promise == nil ? basis : "",
        try player.markup(hasCircle: hasCircle),
      ], separator: "\n")
  }

  /// Whether it is promised; the answer tells who promises it.
  private var second: Markup {
    get throws {
      try step.promise.map { try QuestionMarkup($0).markup(basis) } ?? ""
    }
  }

  /// Who promises it.
  private var basis: Markup {
    guard let basis = step.basis else { return "" }
    let items = step.cited.map { "<li>\($0.words)</li>" as Markup }
    return """
      <p class="basis">What it rests on: <strong>\(basis.name)</strong></p><ul>\(items)</ul>
      """
  }

  /// A step that asks nothing has its program to step through all the same.
  private func folded(_ program: Experiment) throws -> Markup {
    let question = Question.standard(program)
    let player = try StepPlayer(question, explorations, in: step.id, detail)
      .markup(hasCircle: true)
    return "<details><summary>Step through it</summary>\(player)</details>"
  }

  private func board(for question: Question) throws -> Markup {
    guard case .make(let program, let outcome) = question.kind else { return "" }
    return SchedulerMarkup(program, goal: outcome, most: detail == .fewToPlay ? 100 : 400).markup
  }
}

extension Block {
  /// A picture of one order, step by step.
  fileprivate var isOrder: Bool {
    if case .picture(_, let output, _) = self {
      [.story, .timeline].contains(output)
    } else {
      false
    }
  }

  fileprivate var isCircle: Bool {
    if case .picture(_, .cycle, _) = self { true } else { false }
  }
}
