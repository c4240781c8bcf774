/// A sentence of the story of a run.
public struct StoryLine: Hashable, Sendable, CustomStringConvertible {
  /// Its number in the story, from 1.
  public let number: Int
  /// The name of the thread.
  public let thread: String
  /// What it did, as the rest of a sentence.
  public let text: String
  /// The line of source.
  public let place: SourcePlace?
  /// Why this was a turning point, if it was one.
  public let turn: String?

  public var description: String {
    let mark = turn == nil ? " " : "*"
    let place = place.map { " (\($0))" } ?? ""
    return "\(mark) \(number). \(thread) \(text)\(place)" + (turn.map { ": \($0)" } ?? "")
  }
}

extension RunReport {
  /// What happened, in order, up to the failure; turning points are marked.
  public var story: [StoryLine] {
    var lines: [StoryLine] = []
    var told = 0
    for (event, step) in zip(events, eventSteps) {
      if let failedAt, step > failedAt { break }
      let isStep = step > told && step <= decisions.count
      let turn = isStep ? turningPoint(decisions[step - 1], after: step) : nil
      told = max(told, step)
      lines.append(
        StoryLine(
          number: lines.count + 1, thread: event.thread, text: event.fact.words, place: event.place,
          turn: turn))
    }
    return lines
  }

  private func turningPoint(_ decision: Decision, after step: Int) -> String? {
    var reasons: [String] = []
    if decision.isPreemption, let passed = passedOver(step) {
      reasons.append("before \(passed.thread), which would have gone on: it \(passed.next)")
    }
    if step == pointOfNoReturn { reasons.append("from here on every order fails") }
    return reasons.isEmpty ? nil : reasons.joined(separator: "; ")
  }

  /// What the thread of the step before would have done instead.
  private func passedOver(_ step: Int) -> Decision.Option? {
    let previous = step > 1 ? decisions[step - 2].takenOption.thread : threads.first
    return decisions[step - 1].options.first { $0.thread == previous }
  }
}
