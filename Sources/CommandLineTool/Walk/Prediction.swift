internal import WorkbookKit

/// What the reader thinks, before anything is shown.
extension Questions {
  /// What came of a question before a command.
  enum Foresight { case goOn, leave }

  /// Asks how often a program goes wrong, if its scenario was never met, and judges the answer.
  /// Enter goes on without one; so does `--yes`.
  func ask(before program: Experiment, _ options: CommonOptions) throws -> Foresight {
    guard dialogue.lines.isInteractive, !options.isJSON, !options.saysYes, !isMet(program.scenario)
    else {
      return .goOn
    }
    let question = Question.standard(program)
    console.tell(program.scenario.question)
    console.tell("\(program.variant.name): \(program.variant.idea)", .faint)
    console.tell("It goes wrong:  1 never  2 in some orders  3 in every order")
    while true {
      let reply = dialogue.ask(prompt: "answer (2? = a guess, Enter skips)")
      if case .line(let line) = reply, let answer = Answer(line, to: question) {
        try tell(question.judge(answer), of: answer, to: program)
        return .goOn
      }
      switch reply {
      case .empty: return .goOn
      case .leave: return .leave
      case .line, .help:
        console.tell("1, 2 or 3; with '?' behind it for a guess. Enter skips, 'quit' leaves.")
      }
    }
  }

  private func tell(_ judged: Judged, of answer: Answer, to program: Experiment) throws {
    console.tell(judged.sentence, judged.isRight ? .good : .bad)
    let attempt = Attempt(step: program.name, answer: answer, judged: judged)
    store.update { try? $0.add(attempt) }
  }

  /// Whether the reader has been shown a step about it, or was asked before.
  private func isMet(_ scenario: Scenario) -> Bool {
    let progress = store.progress
    let isAsked = progress.attempts.contains {
      $0.step == scenario.id || $0.step.hasPrefix(scenario.id + "/")
    }
    let path = bookmark.catalogue.chapter(scenario.chapter)?.path ?? []
    return isAsked
      || path.contains { step in
        step.program?.scenario.id == scenario.id
          && progress.seen.contains("\(scenario.chapter)/\(step.id)")
      }
  }
}
