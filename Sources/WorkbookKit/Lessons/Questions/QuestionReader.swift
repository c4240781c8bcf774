/// Reads a question from the quote that asks it.
struct QuestionReader {
  /// What cannot be understood, and where.
  struct Mistake: Error {
    let words: String
    let line: Int
  }

  let chapter: Chapter
  /// The program it is about, if one was shown.
  let about: Experiment?

  func read(_ lines: [(text: String, number: Int)]) throws(Mistake) -> Question {
    let number = lines[0].number
    let text = lines.prefix { !$0.text.hasPrefix("- ") }.map(\.text).joined(separator: " ")
    let items = items(lines.drop { !$0.text.hasPrefix("- ") })
    guard let match = text.wholeMatch(of: StepPattern.question) else {
      throw Mistake(
        words: "a question begins with a bold verb: **Predict** hang. ...", line: number)
    }
    let (verb, names) = (String(match.1), self.names(match.2))
    let kind = try kind(verb, names, items, line: number)
    var words = String(match.3)
    if case .promised = kind { words = "Is that promised? \(words)" }
    return Question(
      kind: kind, words: words, line: number,
      remarks: try remarks(items, of: kind))
  }

  private func names(_ list: Substring) -> [String] {
    list.split(separator: ",").map { $0.split(separator: " ").joined(separator: " ") }
  }

  /// An item may go on in further lines.
  private func items(
    _ lines: ArraySlice<(text: String, number: Int)>
  ) -> [(text: String, number: Int)] {
    var items: [(text: String, number: Int)] = []
    for line in lines {
      if line.text.hasPrefix("- ") {
        items.append((String(line.text.dropFirst(2)), line.number))
      } else if !items.isEmpty {
        items[items.count - 1].text += " " + line.text.drop { $0 == " " }
      }
    }
    return items
  }
}

// MARK: What is asked

extension QuestionReader {
  private func kind(
    _ verb: String, _ names: [String], _ items: [(text: String, number: Int)], line: Int
  ) throws(Mistake) -> Question.Kind {
    switch verb {
    case "Predict":
      let program = try program(line)
      for name in names where !program.scenario.knows(name) {
        throw Mistake(words: "'\(program.scenario.id)' has no outcome '\(name)'", line: line)
      }
      return .how(program, outcomes: names)
    case "Ends": return .ends(try program(line))
    case "Choose": return try .choose(candidates(items, line), outcome: names.first)
    case "Lost": return .lost(try program(line), steps: items.map { key(of: $0.text) })
    case "Line": return .line(try program(line), lines: try lines(items, line))
    case "Recognise":
      return .recognise(try program(line), among: try hangs(items, line))
    case "Order":
      return .order(
        try program(line), events: try events(items), outcome: try outcome(names, line))
    case "Impossible": return .impossible(try program(line), logs: try logs(items))
    case "Write": return .write(try lineToWrite(items, names, line))
    case "Make":
      let program = try program(line)
      guard names.count == 1, program.scenario.knows(names[0]) else {
        throw Mistake(words: "**Make** names one outcome of '\(program.scenario.id)'", line: line)
      }
      return .make(program, outcome: names[0])
    case "Repair":
      guard names.count == 1, chapter.exercises.contains(names[0]) else {
        throw Mistake(words: "**Repair** names an exercise of the chapter", line: line)
      }
      return .repair(exercise: names[0])
    case "Promised": return try promise(names, items, line)
    default:
      throw Mistake(
        words: "'\(verb)' asks nothing; known: Predict, Ends, Choose, Lost, Line, Recognise, "
          + "Order, Impossible, Write, Make, Repair, Promised", line: line)
    }
  }

  func program(_ line: Int) throws(Mistake) -> Experiment {
    guard let about else {
      throw Mistake(words: "no program is shown before the question", line: line)
    }
    return about
  }

  /// `words: variant` or the variant alone, of the program's scenario; or what is refused there.
  private func candidates(
    _ items: [(text: String, number: Int)], _ line: Int
  ) throws(Mistake) -> [Question.Candidate] {
    let scenario = try program(line).scenario
    var candidates: [Question.Candidate] = []
    for item in items {
      guard let match = item.text.prefixMatch(of: StepPattern.candidate),
        let kind = kind(ofCandidate: String(match.2), in: scenario)
      else {
        throw Mistake(
          words: "'\(item.text)' names no variant of '\(scenario.id)' in backquotes",
          line: item.number)
      }
      candidates.append(Question.Candidate(words: match.1.map(String.init), kind: kind))
    }
    return candidates
  }

  /// The facts that it is about, and one item: how one knows.
  private func promise(
    _ names: [String], _ items: [(text: String, number: Int)], _ line: Int
  ) throws(Mistake) -> Question.Kind {
    let cited = names.compactMap { Citation($0) }
    guard let basis = cited.basis, cited.count == names.count, items.count == 1 else {
      throw Mistake(
        words: "**Promised** names facts, and its one item says how they are known", line: line)
    }
    return .promised(basis, because: items[0].text)
  }

  /// What stands before the first colon.
  private func key(of item: String) -> String { String(item.prefix { $0 != ":" }) }

  /// Lines of the program's source, in backquotes.
  func lines(
    _ items: [(text: String, number: Int)], _ line: Int
  ) throws(Mistake) -> [String] {
    let program = try program(line)
    let source = SourceLines(of: program.variant)
    var lines: [String] = []
    for item in items {
      guard let match = item.text.prefixMatch(of: StepPattern.line),
        source == nil
          || source?.places(of: [String(match.1)]) != nil
      else {
        throw Mistake(
          words: "'\(item.text)' names no line of '\(program.name)' in backquotes",
          line: item.number)
      }
      lines.append(String(match.1))
    }
    return lines
  }

  /// Scenarios of the chapter, in backquotes; their bugs are meant.
  private func hangs(
    _ items: [(text: String, number: Int)], _ line: Int
  ) throws(Mistake) -> [Experiment] {
    var programs: [Experiment] = []
    for item in items {
      guard let match = item.text.prefixMatch(of: StepPattern.line),
        let program = chapter.experiment("\(match.1) bug")
      else {
        throw Mistake(
          words: "'\(item.text)' names no scenario of the chapter in backquotes", line: item.number)
      }
      programs.append(program)
    }
    return programs
  }

  private func kind(
    ofCandidate name: String, in scenario: Scenario
  ) -> Question.Candidate.Kind? {
    if let variant = scenario.variant(name) { return .program(Experiment(scenario, variant)) }
    return scenario.refused.first { $0.name == name }.map { .refused($0) }
  }
}

// MARK: What wrong answers give away

extension QuestionReader {
  /// `some: _speed-decides_. Right if ...`, in any item.
  private func remarks(
    _ items: [(text: String, number: Int)], of kind: Question.Kind
  ) throws(Mistake) -> [String: Question.Remark] {
    var remarks: [String: Question.Remark] = [:]
    let keys = Question(kind: kind, words: "", line: 0, remarks: [:]).keysOfRemarks
    for (index, item) in items.enumerated() {
      let key: String
      var rest = item.text[...]
      switch kind {
      case .choose:
        key = keys[index]
        rest = rest.trimmingPrefix(StepPattern.candidateItself)
      case .line, .recognise:
        key = keys[index]
        rest = rest.trimmingPrefix(StepPattern.lineItself)
      case .order:
        key = keys[index]
        rest = rest.trimmingPrefix(StepPattern.event)
      case .impossible:
        key = keys[index]
        rest = rest.trimmingPrefix(StepPattern.log)
      case .write where item.text.hasPrefix("`"): continue
      case .promised: continue
      default:
        key = String(rest.prefix { $0 != ":" })
        rest = rest.dropFirst(key.count + 1)
        guard keys.contains(key) else {
          throw Mistake(
            words: "'\(key)' is no answer; there are \(keys.joined(separator: ", "))",
            line: item.number)
        }
      }
      if let remark = try remark(rest, line: item.number) { remarks[key] = remark }
    }
    return remarks
  }

  private func remark(_ text: Substring, line: Int) throws(Mistake) -> Question.Remark? {
    let text = text.drop { $0 == " " }
    guard !text.isEmpty else { return nil }
    guard let match = text.wholeMatch(of: StepPattern.belief) else {
      return Question.Remark(belief: nil, words: String(text))
    }
    guard let belief = Belief(rawValue: String(match.1)) else {
      throw Mistake(words: "there is no belief '\(match.1)'", line: line)
    }
    return match.2.isEmpty
      ? Question.Remark(belief: belief, words: "Right if \(belief.rightIf).", isGeneral: true)
      : Question.Remark(belief: belief, words: String(match.2))
  }
}
