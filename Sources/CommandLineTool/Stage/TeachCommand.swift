internal import Interleaving
internal import WorkbookKit

extension Session {
  /// What an instructor needs for a chapter: minutes, goals, questions, and what refutes each
  /// wrong answer.
  func teach(_ word: String) throws -> ExitStatus {
    let chapter = try chapter(word)
    let steps = try path(of: chapter)
    let staged = steps.filter { $0.stage != nil }
    let minutes = staged.reduce(0) { $0 + ($1.stage?.minutes ?? 0) }
    console.show(
      TextLine("\(chapter.number) \(chapter.title)", .heading)
        + TextLine("  demo \(chapter.id), about \(minutes) minutes", .faint))
    console.tell("Afterwards they can say: \(chapter.summary)")
    for step in staged { try teach(step) }
    console.show([.blank, TextLine("To practise", .heading)])
    for exercise in chapter.exercises { console.tell("check \(exercise)") }
    console.show([.blank, TextLine("When it goes wrong", .heading)])
    for advice in Self.advice { console.tell(advice) }
    return .done
  }

  private func teach(_ step: Step) throws {
    guard let stage = step.stage else { return }
    console.show([
      .blank, TextLine(step.title, .heading) + TextLine("  \(stage.minutes) min", .faint),
    ])
    guard let question = step.question, !question.options.isEmpty else {
      return console.tell(stage.note)
    }
    console.show(markdown: question.words)
    let truth = try question.truth()
    for option in question.options {
      try teach(option, of: question, isRight: truth.right.contains(option.key), stage)
    }
    if !truth.words.isEmpty { console.tell("Truth: \(truth.words).") }
    console.tell(stage.note)
  }

  private func teach(
    _ option: Question.Option, of question: Question, isRight: Bool, _ stage: Step.Stage
  ) throws {
    let usual = option.key == stage.roomSays ? ", as most rooms say" : ""
    let words = "\(isRight ? "right" : "wrong"): \(option.words)\(usual)"
    console.tell(words, isRight ? .good : .plain)
    guard !isRight else { return }
    if let remark = question.remarks[option.key] {
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
    case .ends, .lost, .line, .recognise, .make, .repair: return nil
    }
  }

  private static let advice = [
    "A command is not understood: the demo goes on with the next Space; nothing is lost.",
    "Somebody wants another order: '!', then 'step SCENARIO'; an empty line goes back.",
    "The terminal is too small: 'demo CHAPTER --large' needs 16 lines of 60 columns.",
    "Nothing works: 'draw SCENARIO --html FILE' beforehand, and any browser shows the same.",
  ]
}

// MARK: The run sheet

extension Session {
  /// Demos and exercises for so much time, and what to cut.
  func runSheet(minutes: Int) throws -> ExitStatus {
    let chapters = catalogue.chapters.filter { !demoSteps(of: $0).isEmpty }
    guard let sheet = RunSheet(minutes: minutes, chapters: chapters.map(material)) else {
      throw UsageError.badValue(
        "\(minutes)", of: "--minutes",
        expected: "at least \(RunSheet.shortest), for one demo and what belongs to it")
    }
    console.show(TextLine("A workshop of \(minutes) minutes", .heading))
    var clock = 0
    for item in sheet.items {
      let time = String(repeating: " ", count: max(0, 4 - "\(clock)".count)) + "\(clock)"
      console.show(TextLine("\(time)  ", .faint) + TextLine(item.words))
      clock += item.minutes
    }
    console.show(
      TextLine("\(clock)".cells < 4 ? "  \(clock)  the end" : "\(clock)  the end", .faint))
    console.tell("To cut, in this order: \(sheet.cuts.joined(separator: "; ")).")
    console.tell("The evening before: doctor --room. What to say: teach CHAPTER.", .faint)
    return .done
  }

  private func demoSteps(of chapter: Chapter) -> [Step] {
    chapter.path.filter { $0.stage != nil }
  }

  private func material(_ chapter: Chapter) -> RunSheet.Material {
    RunSheet.Material(
      chapter: chapter.id,
      minutes: demoSteps(of: chapter).reduce(0) { $0 + ($1.stage?.minutes ?? 0) },
      exercises: chapter.exercises)
  }
}

/// What a workshop consists of.
struct RunSheet {
  struct Material {
    let chapter: String
    let minutes: Int
    let exercises: [String]
  }

  struct Item: Equatable {
    let minutes: Int
    let words: String
  }

  private(set) var items: [Item] = []
  private(set) var cuts: [String] = []

  private static let (welcome, talk, exercise, end) = (5, 3, 20, 5)
  /// Time for one demo with its questions.
  static let shortest = 20

  /// Up to three demos from all over the book and an exercise after the first and the last, as far
  /// as they fit; nil where not even one demo does.
  init?(minutes: Int, chapters: [Material]) {
    guard minutes >= Self.shortest, !chapters.isEmpty else { return nil }
    var rest = minutes - Self.welcome - Self.end
    var demos: [Material] = []
    for chapter in Self.spread(chapters, 3) where rest >= chapter.minutes + Self.talk {
      demos.append(chapter)
      rest -= chapter.minutes + Self.talk
    }
    guard !demos.isEmpty else { return nil }
    var practised: [String] = []
    let exercises = demos.compactMap(\.exercises.first)
    for exercise in exercises.prefix(1) + exercises.dropFirst().suffix(1) {
      guard rest >= Self.exercise else { continue }
      practised.append(exercise)
      rest -= Self.exercise
    }
    items = [Item(minutes: Self.welcome, words: "welcome; everybody starts the workbook")]
    for demo in demos {
      items.append(Item(minutes: demo.minutes, words: "demo \(demo.chapter)"))
      items.append(Item(minutes: Self.talk, words: "questions of the room"))
      for exercise in practised where demo.exercises.first == exercise {
        items.append(Item(minutes: Self.exercise, words: "exercise, in pairs: open \(exercise)"))
      }
    }
    if rest > 0 { items.append(Item(minutes: rest, words: "spare: 'quiz' with votes")) }
    items.append(Item(minutes: Self.end, words: "what to look for in your own app: help chart"))
    cuts =
      (rest > 0 ? ["the spare time"] : []) + practised.dropFirst().map { "exercise \($0)" }
      + demos.dropFirst().dropLast().map { "demo \($0.chapter)" }
    if cuts.isEmpty { cuts = ["the questions of the room"] }
  }

  /// So many of them, from the first to the last.
  private static func spread(_ chapters: [Material], _ count: Int) -> [Material] {
    guard chapters.count > count else { return chapters }
    return (0..<count).map { chapters[$0 * (chapters.count - 1) / (count - 1)] }
  }
}
