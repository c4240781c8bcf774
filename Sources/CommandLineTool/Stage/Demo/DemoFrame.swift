internal import Interleaving
internal import WorkbookKit

/// One screen of a demo.
struct DemoFrame {
  /// As they are written to the terminal.
  let lines: [String]
  /// Whether the step's question is still open here.
  let isQuestion: Bool
}

/// What is shown of one step: its question; what comes of the room's answer; and the order that
/// goes wrong. All of it is typed at the prompt behind the stage.
struct DemoScript {
  /// A projector shows so much of it to the last row, one line for the keys included.
  static let (largeWidth, largeHeight) = (60, 16)

  let chapter: Chapter
  let step: Step
  /// The number of the step in its chapter, as `goto` takes it.
  let number: Int
  let backstage: Backstage
  let isLarge: Bool
  var width = largeWidth

  func frames(_ vote: Vote?) throws -> [DemoFrame] {
    let shown = pages(backstage.lines(typing: "goto \(chapter.id) \(number)"))
      .map { DemoFrame(lines: $0, isQuestion: step.question?.options.isEmpty == false) }
    return try shown + reveal(vote) + order()
  }

  /// The answer of most hands; without a vote what is often guessed, or else what is right.
  private func reveal(_ vote: Vote?) throws -> [DemoFrame] {
    guard let question = step.question, !question.options.isEmpty else { return [] }
    let guess = question.options.firstIndex { $0.key == step.stage?.roomSays }
    let right = try question.truth().right
    let place =
      vote.map { $0.winner - 1 } ?? guess
      ?? question.options.firstIndex { right.contains($0.key) } ?? 0
    let answer =
      question.takesOrder
      ? marks(of: right.min() ?? "", question) : "\(question.mark(place))?"
    let isGuess = vote == nil && guess != nil
    let head =
      isGuess
      ? TextLine("A common guess: ", .strong) + TextLine(question.options[place].words)
      : TextLine("answer> ", .strong) + TextLine(answer)
    let said = backstage.rendered(head.wrapped(to: width)) + backstage.lines(typing: answer)
    return pages(said).map { DemoFrame(lines: $0, isQuestion: false) }
  }

  /// An order of the options as it is typed.
  private func marks(of order: String, _ question: Question) -> String {
    order.split(separator: Question.then).compactMap { key in
      question.options.firstIndex { $0.key == key }.map(question.mark)
    }.joined(separator: " ")
  }

  /// The simplest order that goes wrong.
  private func order() throws -> [DemoFrame] {
    guard let program = step.program,
      let run = try program.explore(forStory: true).simplestFailure
    else { return [] }
    let line = "replay \(run.code)"
    guard isLarge else {
      let typed = backstage.rendered([TextLine("workbook> ", .strong) + TextLine(line)])
      return pages(typed + backstage.lines(typing: line)).map {
        DemoFrame(lines: $0, isQuestion: false)
      }
    }
    return (growing(run, program) + pages(backstage.rendered(end(of: run, program)))).map {
      DemoFrame(lines: $0, isQuestion: false)
    }
  }

  /// What `s` shows.
  var source: [[String]] {
    guard let program = step.program else { return [] }
    return pages(
      backstage.lines(typing: "source \(program.scenario.id) \(program.variant.name)"))
  }

  /// The whole, or pieces of it that fit.
  private func pages(_ lines: [String]) -> [[String]] {
    let height = Self.largeHeight - 1
    guard isLarge, lines.count > height else { return [lines] }
    return stride(from: 0, to: lines.count, by: height).map {
      Array(lines[$0..<min($0 + height, lines.count)])
    }
  }
}

// MARK: An order that grows, for a projector

extension DemoScript {
  /// The lanes after each step, with what is new marked, beside the code that it comes from.
  private func growing(_ run: RunReport, _ program: Experiment) -> [[String]] {
    let whole = Timeline(of: run)
    let listing = StageListing(of: program, width: width)
    var before = 0
    return whole.steps.indices.map { index in
      var part = whole
      part.steps = Array(whole.steps[...index])
      let lines = part.picture(width: listing?.widthBeside ?? width)
      let known = index == 0 ? 2 : before
      before = lines.count
      let marked = lines.enumerated().map { $0 < known ? $1 : Self.new($1, isFirst: $0 == known) }
      let places = part.steps.map { $0.event.flatMap { run.events[$0].place } }
      let height = Self.largeHeight - 1
      let frame =
        listing?.show(marked, reached: places, height: height)
        ?? marked.prefix(2) + marked.dropFirst(2).suffix(height - 2)
      return backstage.rendered(Array(frame))
    }
  }

  private static func new(_ line: TextLine, isFirst: Bool) -> TextLine {
    TextLine((isFirst ? "▶" : " ") + line.text.dropFirst(), .warning)
  }

  private func end(of run: RunReport, _ program: Experiment) -> [TextLine] {
    let outcome = program.outcome(of: run)
    let cycle =
      run.deadlock.map {
        WaitCycle(of: $0).picture(width: width, beside: Timeline(of: run))
      } ?? []
    return cycle
      + TextLine.paragraph(
        "\(outcome.name): \(outcome.sentence)", outcome.kind == .forbidden ? .bad : .good,
        width: width)
      + [TextLine("\(run.code)", .faint)]
  }
}
