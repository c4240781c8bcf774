/// The way through a chapter: the steps of its lesson, in order.
///
/// A lesson reads well as a page, and each section of it (`##` or `###`) is a step, but for the
/// sources. A quote in a step asks: what stands before it is shown first, what stands behind it
/// when the answer is in. An exercise of the chapter that no step asks for comes at the end.
///
///     ### Both sides wait
///     The app stands still. This ran on main:
///     ```swift deadlocks/ping-pong bug
///     ...
///     ```
///     > **Predict** hang. It hangs: never, in some orders, in every order?
///     > - some: _speed-decides_. Right if sync could use main before main waits.
///
///     Fast or slow, sync needs main, and main waits.
///     <!-- facts B15, B17 -->
///     <!-- stage 3 min. Most rooms say "some". Ask who would have to be slow. -->
///
/// The last line is for an instructor: minutes, the wrong answer that most rooms give, a note. The
/// line above it says what the step rests on; see `Citation`.
///
/// The bold verb says what is asked; `Question.Kind` says of what:
/// - `Predict [OUTCOME, ...]`: how often that happens, or how often it goes wrong;
/// - `Ends`: which outcomes there are;
/// - `Choose [OUTCOME]`: one of the variants that the list names, as `variant` or `words: variant`;
/// - `Lost`: in which step of the log; `Line`: at which line;
/// - `Recognise`: which program hangs like the one shown;
/// - `Order [OUTCOME]`: in which order the steps that the list names can come;
/// - `Impossible`: which of the logs, steps with `; ` between, no run has;
/// - `Write [OUTCOME]`: the line that the list names first anew; right ones follow it;
/// - `Make OUTCOME`: by hand;
/// - `Repair EXERCISE`.
///
/// Behind the answer may stand `**Promised** B3. A block is one event.`, with an item that says how
/// one knows: whether that is promised is asked as a second question, in at most one of four steps.
///
/// The question is about the last program shown before it. `<!-- deep -->` marks a step that a
/// reader in a hurry may leave out.
public struct LessonPath: Sendable {
  public private(set) var steps: [Step] = []
  /// What is written so that it cannot be understood.
  public private(set) var flaws: [LessonFlaw] = []

  public init(_ text: String, of chapter: Chapter) {
    let fences = Dictionary(
      LessonBlock.blocks(in: text).map { ($0.line - 1, $0) },
      uniquingKeysWith: { first, _ in first })
    let lines = text.lines
    var step: StepReader?
    var index = 0
    while index < lines.count {
      let line = lines[index]
      if let fence = fences[index] {
        step?.take(fence)
        index += fence.text.count + 2
        continue
      }
      if line.hasPrefix("#") {
        finish(&step)
        if let title = Self.title(line) {
          step = StepReader(Step(title: title, line: index + 1), chapter: chapter)
        }
      } else {
        step?.take(line, number: index + 1)
      }
      index += 1
    }
    finish(&step)
    addExercises(of: chapter)
    let ids = steps.map(\.id)
    for (index, step) in steps.enumerated() where ids[..<index].contains(step.id) {
      flaws.append(.step("there is another step '\(step.title)'", line: step.line))
    }
  }

  private mutating func finish(_ reader: inout StepReader?) {
    guard var last = reader else { return }
    last.finish()
    if !last.step.isEmpty { steps.append(last.step) }
    flaws += last.flaws
    reader = nil
  }

  private static func title(_ heading: String) -> String? {
    let title = heading.drop { $0 == "#" }.dropFirst()
    let level = heading.prefix { $0 == "#" }.count
    return (2...3).contains(level) && title != "Sources" ? String(title) : nil
  }

  private mutating func addExercises(of chapter: Chapter) {
    let asked = steps.compactMap { step in
      if case .repair(let exercise)? = step.question?.kind { exercise } else { nil }
    }
    for exercise in chapter.exercises where !asked.contains(exercise) {
      var step = Step(title: "Repair \(exercise)", line: 1)
      step.question = Question(
        kind: .repair(exercise: exercise), words: "An exercise: `\(exercise)`.", line: 1,
        remarks: [:])
      steps.append(step)
    }
  }
}

extension Chapter {
  /// The steps of its lesson; none when the lesson is not here.
  public var path: [Step] {
    (try? lessonText()).map { LessonPath($0, of: self).steps } ?? []
  }
}

/// Reads the lines of one step.
struct StepReader {
  private(set) var step: Step
  private(set) var flaws: [LessonFlaw] = []
  private let chapter: Chapter
  private var blocks: [Block] = []
  private var prose: [String] = []
  private var quote: [(text: String, number: Int)] = []
  private var isOver = false

  init(_ step: Step, chapter: Chapter) {
    self.step = step
    self.chapter = chapter
  }

  mutating func take(_ line: String, number: Int) {
    if line.hasPrefix(">") {
      quote.append((String(line.dropFirst().trimmingPrefix(" ")), number))
      return
    }
    endQuote()
    if line.hasPrefix("<!-- "), line.hasSuffix(" -->") {
      take(comment: String(line.dropFirst(5).dropLast(4)), number: number)
    } else {
      prose.append(line)
    }
  }

  mutating func take(_ fence: LessonBlock) {
    endQuote()
    endProse()
    switch fence.content {
    case .code(let scenario, let variant):
      guard let program = chapter.experiment("\(scenario) \(variant)") else { return }
      blocks.append(.code(program, fence.text))
    case .output(let output, let scenario, let variant):
      guard let program = chapter.experiment("\(scenario) \(variant)") else { return }
      blocks.append(.picture(program, output, fence.text))
    case .refused, .drawing, .unknown: blocks.append(.drawing(fence.text))
    }
  }

  mutating func finish() {
    endQuote()
    endProse()
    if step.question == nil { step.shown = blocks } else { step.reveal = blocks }
  }

  private mutating func endProse() {
    let isBlank = { (line: String) in line.allSatisfy(\.isWhitespace) }
    let body = prose.drop(while: isBlank).reversed().drop(while: isBlank).reversed()
    if !body.isEmpty { blocks.append(.prose(body.joined(separator: "\n"))) }
    prose = []
  }

  /// What the question is about.
  private var program: Experiment? {
    var shown = step
    if step.question == nil { shown.shown = blocks }
    return shown.program
  }

  private mutating func endQuote() {
    guard let first = quote.first else { return }
    endProse()
    let lines = quote
    quote = []
    do throws(QuestionReader.Mistake) {
      let question = try QuestionReader(chapter: chapter, about: program).read(lines)
      if case .promised = question.kind, step.question != nil, step.promise == nil {
        step.promise = question
      } else if step.question == nil {
        step.question = question
        step.shown = blocks
        blocks = []
      } else {
        flaws.append(
          .step("a step has one question, and one **Promised** behind it", line: first.number))
      }
    } catch {
      flaws.append(.step(error.words, line: error.line))
    }
  }

  private mutating func take(comment: String, number: Int) {
    if comment == "deep" {
      step.level = .deep
    } else if comment.hasPrefix("facts ") {
      cite(comment.dropFirst(6), number: number)
    } else if let stage = comment.wholeMatch(of: StepPattern.stage) {
      step.stage = Step.Stage(
        minutes: Int(stage.1) ?? 0, roomSays: stage.2.map(String.init), note: String(stage.3))
      let keys = step.question?.options.map(\.key) ?? []
      if let said = step.stage?.roomSays, !keys.contains(said) {
        flaws.append(.step("'\(said)' is no answer to the step's question", line: number))
      }
    } else {
      flaws.append(
        .step(
          "'\(comment)' is none of 'deep', 'facts B3' and 'stage 3 min. ...'", line: number))
    }
  }

  private mutating func cite(_ list: Substring, number: Int) {
    for name in list.split(whereSeparator: { $0 == "," || $0 == " " }).map(String.init) {
      if let citation = Citation(name) {
        step.cited.append(citation)
      } else {
        flaws.append(
          .step(
            "there is no fact '\(name)': Sources/CoreData/FACTS.md has all, and 'swift' and "
              + "'engine' stand beside them", line: number))
      }
    }
  }
}
