// Questions whose items are steps of runs, or lines to be written.

extension QuestionReader {
  /// The outcome that is named, if one is.
  func outcome(_ names: [String], _ line: Int) throws(Mistake) -> String? {
    let scenario = try program(line).scenario
    for name in names where !scenario.knows(name) {
      throw Mistake(words: "'\(scenario.id)' has no outcome '\(name)'", line: line)
    }
    return names.first
  }

  /// Steps as they are told, in backquotes; words in front of one stand for it.
  func events(
    _ items: [(text: String, number: Int)]
  ) throws(Mistake) -> [Question.Event] {
    var events: [Question.Event] = []
    for item in items {
      guard let match = item.text.prefixMatch(of: StepPattern.event) else {
        throw Mistake(words: "'\(item.text)' names no step in backquotes", line: item.number)
      }
      let step = String(match.2)
      events.append(Question.Event(step: step, words: match.1.map(String.init) ?? step))
    }
    return events
  }

  /// Steps in backquotes with `; ` between.
  func logs(_ items: [(text: String, number: Int)]) throws(Mistake) -> [[String]] {
    var logs: [[String]] = []
    for item in items {
      guard let match = item.text.prefixMatch(of: StepPattern.log) else {
        throw Mistake(words: "'\(item.text)' names no steps in backquotes", line: item.number)
      }
      logs.append(match.output.matches(of: StepPattern.line).map { String($0.1) })
    }
    return logs
  }

  /// The line in its place first, then those that are right.
  func lineToWrite(
    _ items: [(text: String, number: Int)], _ names: [String], _ line: Int
  ) throws(Mistake) -> LineToWrite {
    let program = try program(line)
    _ = try outcome(names, line)
    let lines = items.filter { $0.text.hasPrefix("`") }
    let old = try self.lines(Array(lines.prefix(1)), line)
    let models = lines.dropFirst().compactMap { $0.text.prefixMatch(of: StepPattern.line)?.1 }
    guard let old = old.first, !models.isEmpty else {
      throw Mistake(words: "**Write** names a line, and one that is right", line: line)
    }
    return LineToWrite(
      program: program, old: old, models: models.map(String.init), outcomes: names)
  }
}

extension Question {
  /// What a remark can be about.
  var keysOfRemarks: [String] {
    guard let line = lineToWrite else { return options.map(\.key) }
    return (line.program.scenario.outcomes + Outcome.builtIn).map(\.name)
  }
}

extension Scenario {
  /// Whether an outcome of that name can be asked for here.
  func knows(_ name: String) -> Bool {
    (outcomes + Outcome.builtIn).contains { $0.name == name }
  }
}
