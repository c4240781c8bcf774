internal import Interleaving
internal import Terminal
internal import WorkbookKit

/// A question that waits for its answer.
struct OpenQuestion {
  let chapter: Chapter
  let step: Step
  var question: Question
  /// What the attempt is remembered by.
  let name: String
  /// The piece of a museum that it is about.
  var exhibit: Exhibit?
  /// What to do after it.
  var following = "next"
}

/// A question at the prompt, from its words to the verdict.
extension Session {
  func ask(_ open: OpenQuestion) throws -> ExitStatus {
    let question = open.question.ordered(optionOrder(at: open.name))
    console.show(markdown: question.request)
    switch question.kind {
    case .make(let program, let outcome): return try make(outcome, of: program, open)
    case .repair(let id):
      console.tell("Task: open \(id). Enter goes on and leaves it open.")
      show(open.step.reveal)
      return .done
    case .how, .promised:
      let words = question.options.enumerated().map { "\(question.mark($0)) \($1.words)" }
      let line = TextLine(words.joined(separator: "  "))
      console.show(line.width <= console.width ? [line] : words.map { TextLine($0) })
    case .write: break
    case .ends, .choose, .line, .recognise, .lost, .order, .impossible:
      for (index, option) in question.options.enumerated() {
        console.tell("\(question.mark(index))  \(option.words)")
      }
    }
    self.open = open
    self.open?.question = question
    return .done
  }

  /// The reader's own, and another one after each answer; one for all where a page is shared.
  func optionOrder(at place: String) -> OptionOrder {
    guard lines.isInteractive else { return OptionOrder(place: place) }
    let answers = store.progress.attempts.count { $0.step == place }
    return OptionOrder(seed: store.seed, place: "\(place) \(answers)")
  }

  /// What stands before the cursor: an open question says which keys answer it.
  var prompt: String {
    guard let question = open?.question else { return "workbook" }
    if question.lineToWrite != nil { return "your line" }
    if question.takesOrder { return "answer \(question.range) in order" }
    return "answer \(question.range) (\(question.mark(1))? = a guess)"
  }

  func remind(of open: OpenQuestion) -> ExitStatus {
    let guess = open.question.lineToWrite == nil ? ", '?' behind it for a guess" : ""
    console.tell("The question is open: \(open.question.keys)\(guess); 'skip' goes on.")
    return .done
  }

  /// `help` while a question is open; nil when the line is something else.
  func explainQuestion(_ line: String) -> ExitStatus? {
    let words = line.split(whereSeparator: \.isWhitespace)
    guard let open, words.count == 1, ["help", "?"].contains(words[0].lowercased()) else {
      return nil
    }
    _ = remind(of: open)
    console.tell(
      "Every command works here too; 'help help' begins the list of them, 'quit' leaves.", .faint)
    return .done
  }

  /// A key that is none of the open question's; nil when the line is something else.
  func refuseKey(_ line: String) -> ExitStatus? {
    let words = line.split { $0.isWhitespace || $0 == "," || $0 == "?" }
    let areKeys = words.allSatisfy { $0.count == 1 || Int($0) != nil }
    guard let open, open.question.lineToWrite == nil, !words.isEmpty, areKeys,
      (try? CommandTable.parser.parse([line])) == nil
    else {
      return nil
    }
    console.complain(
      "'\(line)' is no answer here: it takes \(open.question.keys)",
      wayOut: "'?' behind it for a guess; 'skip' goes on")
    return .usage
  }
}

// MARK: Answering

extension Session {
  /// Judges a line as the answer to the open question; nil when it is none.
  func answer(_ line: String) throws -> ExitStatus? {
    if let written = try write(line) { return written }
    guard let open, let answer = Answer(line, to: open.question) else { return nil }
    self.open = nil
    var tally: OutcomeCounts?
    if let exhibit = open.exhibit {
      guard let found = try explore(exhibit) else {
        self.open = open
        return .interrupted
      }
      tally = found
    }
    let judged = try open.question.judge(answer, by: tally)
    return try tell(judged, of: answer, to: open)
  }

  /// Keeps an answer and says what it is worth, and why.
  func tell(_ judged: Judged, of answer: Answer, to open: OpenQuestion) throws -> ExitStatus {
    let second = secondQuestion(behind: open)
    let attempt = Attempt(step: open.name, answer: answer, judged: judged)
    store.update {
      try? $0.add(attempt)
      if $0.place.map({ "\($0.chapter)/\($0.step)" }) == open.name { $0.isAsked = false }
    }
    let badge = second == nil ? badge(of: open.step) : ""
    console.tell(judged.sentence + badge, judged.isRight ? .good : .bad)
    for fact in judged.facts { console.tell(fact) }
    entering?.noteAnswer(isRight: judged.isRight)
    for remark in judged.remarks { console.show(markdown: remark.words) }
    if !judged.isRight, answer.isSure, !judged.remarks.isEmpty {
      console.tell("You were sure, so this idea comes back, in other code.", .faint)
    }
    show(open.step.reveal)
    if let second { return try ask(second) }
    suggest(open.following)
    return .done
  }

  /// Builds the piece first; nil if the reader would not wait for it.
  private func explore(_ exhibit: Exhibit) throws -> OutcomeCounts? {
    let judge = judge("the piece")
    defer { console.statusLine.clear() }
    return try console.waitingFor("the piece: begins") { try await judge.explore(exhibit) }
  }

  /// The reader is the scheduler until the outcome is reached.
  private func make(
    _ outcome: String, of program: Experiment, _ open: OpenQuestion
  ) throws -> ExitStatus {
    guard case .finished(let run) = try schedule(program) else {
      console.tell("You left it. Once more: again", .faint)
      suggest("next")
      return .done
    }
    console.show(RunPage(program, run).lines(width: console.width, isAccessible: isAccessible))
    let end = program.outcome(of: run).name
    if end == outcome {
      console.tell(
        "That is it: \(outcome), in the order that you chose.\(badge(of: open.step)) Once more: again",
        .good)
      console.tell(
        "Send it as a page: draw \(Target(program).words) --code \(run.code) --html FILE")
      // What the lesson tells there is another order, the shortest.
      show(open.step.reveal.filter { $0.prose != nil })
    } else {
      console.tell(
        "It ended as '\(end)', not as '\(outcome)'.\(badge(of: open.step)) Once more: again", .bad)
      show(open.step.reveal)
    }
    suggest("next")
    return .done
  }

  private var isAccessible: Bool { console.isAccessible }
}
