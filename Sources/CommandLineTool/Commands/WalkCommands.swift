internal import Terminal
internal import WorkbookKit

/// The walk through a chapter, one step at a time. A question that is open is answered at the
/// prompt like any command; what stands behind it is shown with the verdict.
extension Session {
  /// One step further than where the reader stands.
  func next(_ options: CommonOptions) throws -> ExitStatus {
    if let open { return remind(of: open) }
    if let chapter = entering?.chapter { return try enter(chapter) }
    guard let here = try standing() else { return try beginFirstRun() }
    if isAtEndOfFirstRun(here) { return try enterFirstChapter() }
    let next = here.index.map { $0 + 1 } ?? 0
    if next < here.path.count { return try show(next, of: here.path, in: here.chapter) }
    guard let following = catalogue.chapter(after: here.chapter.id) else {
      tellWhatIsOpen(in: here.chapter)
      console.tell("That was the last chapter.")
      return list(options)
    }
    return try leave(here.chapter, for: following)
  }

  /// Leaves the open question open and goes on.
  func skip(_ options: CommonOptions) throws -> ExitStatus {
    open = nil
    return try next(options)
  }

  /// One step back from where the reader stands.
  func back() throws -> ExitStatus {
    open = nil
    entering = nil
    guard let here = try standing() else { return try begin(firstChapter) }
    if let index = here.index, index > 0 {
      return try show(index - 1, of: here.path, in: here.chapter)
    }
    guard let previous = catalogue.chapter(before: here.chapter.id) else {
      console.tell("This is the beginning. Go on: next")
      return .done
    }
    let steps = try self.path(of: previous)
    return try show(steps.count - 1, of: steps, in: previous)
  }

  func goTo(_ word: String, step: String?) throws -> ExitStatus {
    open = nil
    entering = nil
    let chapter = try chapter(word)
    guard let step else { return try begin(chapter) }
    let path = try path(of: chapter)
    let index = Int(step).map { $0 - 1 } ?? path.firstIndex { $0.id == step }
    guard let index, path.indices.contains(index) else {
      throw UsageError.unknown(
        .step, step, suggestion: Nearest.name(to: step, among: path.map(\.id)))
    }
    return try show(index, of: path, in: chapter)
  }

  /// The whole lesson as a page.
  func lesson(_ word: String?) throws -> ExitStatus {
    let chapter = try chapter(word ?? store.progress.place?.chapter ?? firstChapter.id)
    console.page(markdown: try chapter.lessonText())
    suggest("next")
    return .done
  }

  /// Everything about the program of the step: its source, and what exploring it gives.
  func more(_ options: CommonOptions) throws -> ExitStatus {
    guard let here = try standing(), let index = here.index,
      let program = here.path[index].program
    else {
      console.tell("There is no more to this step.")
      return .done
    }
    if open != nil {
      console.tell("That would give the answer away. Answer first, or 'skip'.")
      return .done
    }
    if let source = SourceExcerpt(of: program.variant) {
      console.show(source.picture(width: console.width))
    }
    let target = Target(scenario: program.scenario.id, variant: program.variant.name)
    return try explore(target, ExploreRequest(prediction: []), options)
  }
}

// MARK: Showing

extension Session {
  /// A question that waits for its answer.
  struct OpenQuestion {
    let chapter: Chapter
    let step: Step
    let question: Question
    /// What the attempt is remembered by.
    let name: String
    /// What to do after it.
    var following = "next"
  }

  func begin(_ chapter: Chapter) throws -> ExitStatus {
    try show(0, of: try path(of: chapter), in: chapter)
  }

  func show(_ index: Int, of path: [Step], in chapter: Chapter) throws -> ExitStatus {
    let step = path[index]
    // Whoever goes to another chapter has its exercises in mind.
    if store.progress.place?.chapter != chapter.id { exerciseAtHand = nil }
    store.update { $0.goTo(step, of: chapter) }
    if let exercise = step.exercise { exerciseAtHand = exercise }
    let place = "\(chapter.number) \(chapter.title) \(index + 1)/\(path.count)"
    let heading = TextLine("\(place)  ", .faint) + TextLine(step.title, .heading)
    console.show(
      heading.width <= console.width
        ? [heading] : [TextLine(place, .faint), TextLine(step.title, .heading)])
    show(step.shown)
    guard let question = step.question else {
      suggest("next")
      return .done
    }
    return try ask(
      OpenQuestion(
        chapter: chapter, step: step, question: question, name: "\(chapter.id)/\(step.id)"))
  }

  func show(_ blocks: [Block]) {
    let fitting = blocks.filter { block in
      if case .picture = block { showsRecordedPictures } else { true }
    }
    for (index, block) in fitting.enumerated() {
      if index > 0 { console.show(TextLine.blank) }
      if case .prose(let text) = block {
        console.show(markdown: text)
      } else {
        console.show(block.lines(width: console.width))
      }
    }
  }

  func ask(_ open: OpenQuestion) throws -> ExitStatus {
    let question = open.question
    console.show(markdown: question.words)
    switch question.kind {
    case .make(let program, let outcome): return try make(outcome, of: program, open)
    case .repair(let id):
      console.tell("Task: open \(id). Enter goes on and leaves it open.")
      show(open.step.reveal)
      return .done
    case .how:
      let words = question.options.enumerated().map { "\($0 + 1) \($1.words)" }
      let line = TextLine(words.joined(separator: "  "))
      console.show(line.width <= console.width ? [line] : words.map { TextLine($0) })
    case .ends, .choose, .line, .recognise, .lost:
      for (index, option) in question.options.enumerated() {
        let mark = question.takesSeveral ? "\(index + 1)" : Question.letter(index)
        console.tell("\(mark)  \(option.words)")
      }
    }
    self.open = open
    return .done
  }

  private func remind(of open: OpenQuestion) -> ExitStatus {
    let marks = open.question.takesSeveral ? "numbers, with blanks between" : "one of the options"
    console.tell("The question is open: \(marks), '?' behind it for a guess; 'skip' goes on.")
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
}

// MARK: Answering

extension Session {
  /// Judges a line as the answer to the open question; nil when it is none.
  func answer(_ line: String) throws -> ExitStatus? {
    guard let open, let answer = Answer(line, to: open.question) else { return nil }
    self.open = nil
    let judged = try open.question.judge(answer)
    let attempt = Attempt(step: open.name, answer: answer, judged: judged)
    store.update { try? $0.add(attempt) }
    console.tell(judged.sentence, judged.isRight ? .good : .bad)
    for fact in judged.facts { console.tell(fact) }
    entering?.noteAnswer(isRight: judged.isRight)
    if let remark = judged.remark { console.show(markdown: remark.words) }
    if !judged.isRight, answer.isSure {
      console.tell("You were sure, so this idea comes back, in other code.", .faint)
    }
    show(open.step.reveal)
    suggest(open.following)
    return .done
  }

  /// The reader is the scheduler until the outcome is reached.
  private func make(
    _ outcome: String, of program: Experiment, _ open: OpenQuestion
  ) throws -> ExitStatus {
    guard case .finished(let run) = try schedule(program) else {
      console.tell("You left it. Again: goto \(open.name.replacing("/", with: " "))", .faint)
      suggest("next")
      return .done
    }
    console.show(RunPage(program, run).lines(width: console.width, isAccessible: isAccessible))
    let end = program.outcome(of: run).name
    if end == outcome {
      console.tell("That is it: \(outcome).", .good)
    } else {
      let again = open.name.replacing("/", with: " ")
      console.tell("It ended as '\(end)', not as '\(outcome)'. Again: goto \(again)", .bad)
    }
    show(open.step.reveal)
    suggest("next")
    return .done
  }

  private var isAccessible: Bool { console.isAccessible }
}

// MARK: Where the reader stands

extension Session {
  var firstChapter: Chapter {
    get throws {
      guard let first = catalogue.chapters.first else {
        throw CommandFailure(problem: "this workbook was built without chapters", status: .fault)
      }
      return first
    }
  }

  func path(of chapter: Chapter) throws -> [Step] {
    let path = LessonPath(try chapter.lessonText(), of: chapter).steps
    guard !path.isEmpty else {
      throw CommandFailure(problem: "the lesson of '\(chapter.id)' has no steps", status: .fault)
    }
    return path
  }

  struct Standing {
    let chapter: Chapter
    let path: [Step]
    /// Nil when the lesson has no longer a step of that name.
    let index: Int?
  }

  func standing() throws -> Standing? {
    guard let place = store.progress.place, let chapter = catalogue.chapter(place.chapter) else {
      return nil
    }
    let path = try path(of: chapter)
    return Standing(
      chapter: chapter, path: path, index: path.firstIndex { $0.id == place.step })
  }
}
