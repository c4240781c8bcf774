internal import Interleaving
internal import WorkbookKit

/// What an instructor needs for a chapter: minutes, goals, questions, and what refutes each
/// wrong answer.
struct TeachCommand: Command {
  var chapter: String

  static let syntax = Syntax(
    name: "teach",
    operands: [.init(kind: .chapter, isRequired: false, isRepeated: true)],
    flags: [
      .init(name: "--minutes", value: "N", summary: "a run sheet for so much time"),
      .init(name: "--goal", value: "GOAL", summary: "hang, lost-data, stale-screen or swift-6"),
    ],
    summary: "what an instructor needs for a chapter, or a run sheet",
    details: """
      A run sheet has the chapters that are named, then those of the goal, with exercises and \
      breaks; each line says who does it.
      """,
    examples: ["teach deadlocks", "teach --minutes 90", "teach --goal lost-data --minutes 120"],
    make: { (arguments) throws(UsageError) in
      let goal = try arguments.flags["--goal"].map { (word) throws(UsageError) in
        guard let goal = WorkshopGoal(rawValue: word) else {
          let goals = WorkshopGoal.allCases.map(\.rawValue).joined(separator: ", ")
          throw .badValue(word, of: "--goal", expected: "one of \(goals)")
        }
        return goal
      }
      if let minutes = try arguments.count("--minutes") {
        return RunSheetCommand(minutes: minutes, chapters: arguments.operands, goal: goal)
      }
      if goal != nil { throw .missingOperand("--minutes N", command: "teach") }
      guard let chapter = arguments[0] else {
        throw .missingOperand("CHAPTER or --minutes N", command: "teach")
      }
      if let surplus = arguments[1] { throw .surplusOperand(surplus, command: "teach") }
      return TeachCommand(chapter: chapter)
    })

  func perform(in session: Session, _ options: CommonOptions) throws -> ExitStatus {
    let console = session.console
    let chapter = try session.catalogue.chapter(named: chapter)
    let steps = try chapter.steps()
    let staged = steps.filter { $0.stage != nil }
    let minutes = staged.reduce(0) { $0 + ($1.stage?.minutes ?? 0) }
    console.show(
      TextLine("\(chapter.number) \(chapter.title)", .heading)
        + TextLine("  demo \(chapter.id), about \(minutes) minutes", .faint))
    console.tell("Afterwards they can say: \(chapter.summary)")
    for step in staged {
      try teach(step.ordered(OptionOrder(place: "\(chapter.id)/\(step.id)")), console)
    }
    console.show([.blank, TextLine("To practise", .heading)])
    for exercise in chapter.exercises { console.tell("check \(exercise)") }
    console.show([.blank, TextLine("When it goes wrong", .heading)])
    for advice in Self.advice { console.tell(advice) }
    return .done
  }

  private func teach(_ step: Step, _ console: Console) throws {
    guard let stage = step.stage else { return }
    console.show([
      .blank, TextLine(step.title, .heading) + TextLine("  \(stage.minutes) min", .faint),
    ])
    defer { for citation in step.cited { console.tell(citation.words, .faint) } }
    guard let question = step.question, !question.options.isEmpty else {
      return console.tell(stage.note)
    }
    console.show(markdown: question.request)
    let truth = try question.truth()
    for option in question.options {
      if question.takesOrder {
        console.tell(option.words)
      } else {
        try teach(
          option, of: question, isRight: truth.right.contains(option.key), stage,
          console)
      }
    }
    if !truth.words.isEmpty { console.tell("Truth: \(truth.words).") }
    console.tell(stage.note)
  }

  private func teach(
    _ option: Question.Option, of question: Question, isRight: Bool, _ stage: Step.Stage,
    _ console: Console
  ) throws {
    let usual = option.key == stage.roomSays ? ", a common guess" : ""
    let words = "\(isRight ? "right" : "wrong"): \(option.words)\(usual)"
    console.tell(words, isRight ? .good : .plain)
    guard !isRight else { return }
    if let remark = question.remark(behind: option.key) {
      console.show(TextLine.paragraph(remark.words, indent: 7, width: console.width))
    }
    if let code = try refutation(of: option, question) {
      console.show(TextLine("       replay \(code)", .code))
    }
  }

  /// An order that shows an answer to be wrong.
  private func refutation(
    of option: Question.Option, _ question: Question
  ) throws -> ReplayCode? {
    switch question.kind {
    case .how(let program, let outcomes):
      let examples = try program.explore(forStory: true).examples()
      let happens = { (example: EndingExample) in
        outcomes.isEmpty
          ? example.outcome.kind == .forbidden : outcomes.contains(example.outcome.name)
      }
      // "Never" is refuted by an order in which it happens, "every" by one in which it does not.
      let isNever = option.key == Question.Share.never.rawValue
      let isEvery = option.key == Question.Share.every.rawValue
      let found = examples.first { example in
        isNever ? happens(example) : isEvery ? !happens(example) : true
      }
      return found?.run.code
    case .choose(let candidates, let outcome):
      guard let program = candidates.first(where: { $0.key == option.key })?.program else {
        return nil
      }
      let examples = try program.explore(forStory: true).examples()
      let wrong = examples.first { outcome == nil ? $0.outcome.kind == .forbidden : true }
      return wrong?.run.code
    case .ends, .lost, .line, .recognise, .order, .impossible, .write, .make, .repair, .promised:
      return nil
    }
  }

  private static let advice = [
    "A command is not understood: the demo goes on with the next Space; nothing is lost.",
    "A question wants another order: '!', then 'step SCENARIO'; an empty line goes back.",
    "The terminal is too small: 'demo CHAPTER --large' needs 16 lines of 60 columns.",
    "Nothing works: 'draw SCENARIO --html FILE' beforehand, and any browser shows the same.",
  ]
}
