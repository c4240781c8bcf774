internal import WorkbookKit

/// A question that is answered with a line of Swift.
extension Questions {
  /// Builds the program with the line, explores it and says what came of it; nil when no line is
  /// asked for, or when it is a command.
  func write(_ text: String) throws -> ExitStatus? {
    guard let open, let line = open.question.lineToWrite, Self.isCode(text) else { return nil }
    let judge = Judge(at: workplace, for: "your line", telling: console.statusLine)
    let result = try console.waitingFor("your line: builds") {
      try await judge.explore(text, as: line)
    }
    console.statusLine.clear()
    guard let result else {
      console.tell("You stopped it. The question is still open.", .faint)
      return .interrupted
    }
    switch result {
    case .rejected(let words):
      console.tell("It does not compile. The question is still open.", .bad)
      console.show(
        Self.firstMessage(of: words).flatMap { $0.wrapped(to: console.width, rest: "  ") })
      return .done
    case .ended(let words):
      console.tell("No: \(words)", .bad)
      console.tell("The question is still open.", .faint)
      return .done
    case .explored(let tally):
      close()
      let judged = open.question.judge(line, by: tally)
      return try tell(judged, of: Answer(keys: [text]), to: open)
    }
  }

  /// A command has none of these; most lines of Swift have one.
  private static func isCode(_ text: String) -> Bool { text.contains { "(){}=".contains($0) } }

  /// The first thing that the compiler says, which is often the reason of the rest.
  private static func firstMessage(of words: String) -> [TextLine] {
    words.split(separator: "\n").prefix(3).map { TextLine(String($0), .code) }
  }
}
