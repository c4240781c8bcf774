internal import Interleaving
internal import WorkbookKit

/// From an answer to its verdict.
extension Questions {
  /// Keeps an answer and says what it is worth, and why.
  func tell(_ judged: Judged, of answer: Answer, to open: OpenQuestion) throws -> ExitStatus {
    let second = secondQuestion(behind: open)
    let attempt = Attempt(step: open.name, answer: answer, judged: judged)
    store.update {
      try? $0.add(attempt)
      if $0.place.map({ "\($0.chapter)/\($0.step)" }) == open.name { $0.isAsked = false }
    }
    let badge = second == nil ? console.badge(of: open.step) : ""
    console.tell(judged.sentence + badge, judged.isRight ? .good : .bad)
    for fact in judged.facts { console.tell(fact) }
    entrance.noteAnswer(isRight: judged.isRight)
    for remark in judged.remarks { console.show(markdown: remark.words) }
    if !judged.isRight, answer.isSure, !judged.remarks.isEmpty {
      console.tell("You were sure, so this idea comes back, in other code.", .faint)
    }
    console.show(open.step.reveal)
    if let second { return try ask(second) }
    onward.suggest(open.following)
    return .done
  }

  /// Builds the piece first; nil if the reader would not wait for it.
  func explore(_ exhibit: Exhibit) throws -> OutcomeCounts? {
    let judge = Judge(at: workplace, for: "the piece", telling: console.statusLine)
    defer { console.statusLine.clear() }
    return try console.waitingFor("the piece: begins") { try await judge.explore(exhibit) }
  }

  /// The reader is the scheduler until the outcome is reached.
  func make(
    _ outcome: String, of program: Experiment, _ open: OpenQuestion
  ) throws -> ExitStatus {
    guard case .finished(let run) = try dialogue.schedule(program) else {
      console.tell("You left it. Once more: again", .faint)
      onward.suggest("next")
      return .done
    }
    console.show(
      RunPage(program, run).lines(width: console.width, isAccessible: console.isAccessible))
    let end = program.outcome(of: run).name
    if end == outcome {
      console.tell(
        "That is it: \(outcome), in the order that you chose.\(console.badge(of: open.step)) Once more: again",
        .good)
      console.tell(
        "Send it as a page: draw \(Target(program).words) --code \(run.code) --html FILE")
      // What the lesson tells there is another order, the shortest.
      console.show(open.step.reveal.filter { $0.prose != nil })
    } else {
      console.tell(
        "It ended as '\(end)', not as '\(outcome)'.\(console.badge(of: open.step)) Once more: again",
        .bad)
      console.show(open.step.reveal)
    }
    onward.suggest("next")
    return .done
  }

  /// On the walk, whether what was taught is promised; it is asked before that is told.
  private func secondQuestion(behind open: OpenQuestion) -> OpenQuestion? {
    guard asksForPromises, open.name == "\(open.chapter.id)/\(open.step.id)",
      let step = open.step.askingForPromise, let question = step.question
    else { return nil }
    return OpenQuestion(
      chapter: open.chapter, step: step, question: question, name: Step.promise(of: open.name),
      following: open.following)
  }
}
