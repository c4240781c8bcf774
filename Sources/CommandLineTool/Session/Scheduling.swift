internal import Interleaving
internal import WorkbookKit

extension Dialogue {
  /// What came of being the scheduler.
  enum Scheduled {
    case finished(RunReport)
    case left(ExitStatus)
  }

  /// The reader is the scheduler: each line chooses who goes next.
  func schedule(_ experiment: Experiment) throws -> Scheduled {
    let stepper = experiment.stepper()
    let source = SourceExcerpt(of: experiment.variant)
    let threads = experiment.runOnce().threads
    let help = "Choose who goes next: a number or a name. Also: undo, hint, finish, stop."
    console.show(
      TextLine(experiment.scenario.title, .heading) + TextLine("  \(experiment.name)", .faint))
    console.tell(help)
    var told = 0
    var wasLost: Bool?
    stepper.takeSingleChoices()
    while !stepper.isOver {
      tell(news(stepper, after: &told))
      let isLost = stepper.isLost()
      if isLost == true, wasLost == false {
        console.show(TextLine("     From here on every order goes wrong.", .warning))
      }
      wasLost = isLost
      tell(Self.situation(stepper, source, threads))
      switch ask(prompt: "step \(stepper.steps + 1)") {
      case .leave(let status): return .left(status)
      case .help, .empty: console.tell(help)
      case .line(let line):
        let word = line.split(whereSeparator: \.isWhitespace).first.map(String.init) ?? ""
        switch word {
        case "finish": return .finished(stepper.finish())
        case "undo": if !stepper.undoChoice() { console.tell("There is no step to take back.") }
        case "hint": hint(stepper, experiment)
        default:
          if !stepper.take(word) {
            console.complain("no thread can go on as '\(word)'", wayOut: "a number from the list")
            if !lines.isInteractive { return .left(.usage) }
          }
        }
      }
      stepper.takeSingleChoices()
    }
    if stepper.isLost() == true, wasLost == false {
      console.show(TextLine("     With that step every order goes wrong.", .warning))
    }
    return .finished(stepper.finish())
  }

  /// Lines of a list, broken between words where the window is narrow.
  private func tell(_ lines: [TextLine]) {
    console.show(lines.flatMap { $0.wrapped(to: console.width, rest: TextLine("       ")) })
  }

  /// What has happened since so many steps had been told; after an undo, the last that is left.
  private func news(_ stepper: Stepper, after told: inout Int) -> [TextLine] {
    let timeline = Timeline(of: stepper)
    let known = min(told, max(0, timeline.steps.count - 1))
    told = timeline.steps.count
    return timeline.steps.dropFirst(known).map { step in
      TextLine("     \(timeline.lanes[step.lane]) \(step.text)", .faint)
    }
  }

  /// Who can go on, with the line of source that stands there, and who cannot.
  private static func situation(
    _ stepper: Stepper, _ source: SourceExcerpt?, _ threads: [String]
  ) -> [TextLine] {
    let choices = stepper.choices.enumerated().flatMap { index, choice in
      let line = choice.place.flatMap { source?.line(at: $0) }
      return [
        TextLine("  \(index + 1)  ")
          + TextLine(choice.thread, .lane(threads.firstIndex(of: choice.thread) ?? index))
          + TextLine(" \(choice.next)") + TextLine(choice.place.map { "  \($0)" } ?? "", .faint)
      ] + (line.map { [TextLine("       ") + TextLine($0, .code)] } ?? [])
    }
    let blocked = stepper.blocked.map { thread in
      TextLine("  -  \(thread.thread) cannot go on: \(thread.reason)", .warning)
    }
    return choices + blocked
  }

  /// The next step on the way to something going wrong, if there still is a way.
  private func hint(_ stepper: Stepper, _ experiment: Experiment) {
    guard let run = stepper.letAdversaryFinish() else {
      console.tell("From here nothing can go wrong any more. Take steps back, or 'finish'.")
      return
    }
    let thread = run.decisions.dropFirst(stepper.steps).first?.takenOption.thread
    let end = experiment.outcome(of: run)
    console.tell(
      thread.map { "Let \($0) go next: that way leads to '\(end.name)'." }
        ?? "It ends with '\(end.name)' now.")
  }
}

extension SourceExcerpt {
  /// What stands in a line of the program; nil for a line that is not of it.
  fileprivate func line(at place: SourcePlace) -> String? {
    guard place.fileID.split(separator: "/").last.map(String.init) == file else { return nil }
    let line = lines.first { $0.number == Int(place.line) }
    return line.map { String($0.text.drop { $0 == " " }) }
  }
}

extension Stepper {
  /// Takes the step that a number or the name of a thread means; false if there is none.
  fileprivate func take(_ word: String) -> Bool {
    guard let number = Int(word) else { return choose(thread: word) }
    guard choices.indices.contains(number - 1) else { return false }
    choose(number - 1)
    return true
  }
}
