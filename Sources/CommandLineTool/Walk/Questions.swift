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

/// Asks questions at the prompt, and takes lines as their answers.
final class Questions {
  /// The one that waits for its answer.
  private(set) var open: OpenQuestion?
  let dialogue: Dialogue
  let bookmark: Bookmark
  let entrance: Entrance
  let onward: Onward
  /// Where answers are built.
  let workplace: PackageLocation
  /// Off on a stage, where a room answers one question.
  let asksForPromises: Bool

  init(
    _ dialogue: Dialogue, _ bookmark: Bookmark, _ entrance: Entrance, _ onward: Onward,
    workplace: PackageLocation, asksForPromises: Bool
  ) {
    (self.dialogue, self.bookmark, self.entrance) = (dialogue, bookmark, entrance)
    (self.onward, self.workplace, self.asksForPromises) = (onward, workplace, asksForPromises)
  }

  var console: Console { dialogue.console }
  var store: ProgressStore { bookmark.store }

  func ask(_ open: OpenQuestion) throws -> ExitStatus {
    let question = open.question.ordered(optionOrder(at: open.name))
    console.show(markdown: question.request)
    switch question.kind {
    case .make(let program, let outcome): return try make(outcome, of: program, open)
    case .repair(let id):
      console.tell("Task: open \(id). Enter goes on and leaves it open.")
      console.show(open.step.reveal)
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

  /// Leaves it without an answer, or answered.
  func close() { open = nil }

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

  /// The reader's own, and another one after each answer; one for all where a page is shared.
  private func optionOrder(at place: String) -> OptionOrder {
    guard dialogue.lines.isInteractive else { return OptionOrder(place: place) }
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
  func explain(_ line: String) -> ExitStatus? {
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
