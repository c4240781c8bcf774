/// What a reader has left behind in a chapter, by the numbers of its steps from 1.
public struct WhatIsOpen: Sendable, Hashable {
  /// Steps that were seen and whose question has no answer.
  public var questions: [Int] = []
  public var unseen: [Int] = []
  /// Exercises that are not passed.
  public var exercises: [String] = []

  public var isEmpty: Bool { questions.isEmpty && unseen.isEmpty && exercises.isEmpty }
}

extension ReaderProgress {
  /// - Parameter path: the chapter's, for a caller that has read it already.
  public func whatIsOpen(in chapter: Chapter, path: [Step]? = nil) -> WhatIsOpen {
    var open = WhatIsOpen()
    let (seen, answered) = (seen, Set(attempts.map(\.step)))
    for (index, step) in (path ?? chapter.path).enumerated() {
      let name = "\(chapter.id)/\(step.id)"
      if !seen.contains(name) {
        open.unseen.append(index + 1)
      } else if step.question?.takesAnswer == true, !answered.contains(name) {
        open.questions.append(index + 1)
      }
    }
    open.exercises = chapter.exercises.filter { self[exercise: $0]?.verdict != .pass }
    return open
  }
}
