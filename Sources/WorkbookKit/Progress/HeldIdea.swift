/// A mistaken idea that a reader's answers gave away, and what has become of it.
public struct HeldIdea: Sendable, Hashable {
  public let belief: Belief
  /// How many answers it explains.
  public let answers: Int
  /// A question that it would have got wrong was answered rightly since.
  public let isOverturned: Bool
  /// The step where it was given away last, as `chapter/step`.
  public let step: String
}

extension ReaderProgress {
  /// The ideas of all answers: those that are still held first, then those that explain most.
  public func ideas(in book: [Chapter]) -> [HeldIdea] {
    let attempts = attempts
    let tested = Self.beliefsTested(by: attempts, in: book)
    let ideas = Belief.allCases.compactMap { belief -> HeldIdea? in
      guard let last = attempts.lastIndex(where: { $0.beliefs.contains(belief.rawValue) }) else {
        return nil
      }
      return HeldIdea(
        belief: belief, answers: attempts.count { $0.beliefs.contains(belief.rawValue) },
        isOverturned: attempts[last...].contains {
          $0.isRight && tested[$0.step, default: []].contains(belief)
        }, step: attempts[last].step)
    }
    return ideas.sorted {
      ($0.isOverturned ? 1 : 0, -$0.answers) < ($1.isOverturned ? 1 : 0, -$1.answers)
    }
  }

  /// Which ideas each answered question of a lesson would give away.
  private static func beliefsTested(
    by attempts: [Attempt], in book: [Chapter]
  ) -> [String: Set<Belief>] {
    let asked = Set(attempts.map(\.step))
    var tested: [String: Set<Belief>] = [:]
    for chapter in book where asked.contains(where: { $0.hasPrefix(chapter.id + "/") }) {
      for step in chapter.path {
        let beliefs = step.question?.remarks.values.compactMap(\.belief) ?? []
        tested["\(chapter.id)/\(step.id)"] = Set(beliefs)
      }
    }
    return tested
  }
}

/// How far a reader is, in steps and questions.
public struct Walked: Sendable, Hashable {
  public private(set) var steps = 0
  public private(set) var seen = 0
  public private(set) var questions = 0
  public private(set) var answered = 0
  /// By the last answer to each.
  public private(set) var right = 0

  public init(_ progress: ReaderProgress, in book: [Chapter]) {
    let seenSteps = progress.seen
    let last = Dictionary(progress.attempts.map { ($0.step, $0.isRight) }) { $1 }
    for chapter in book {
      for step in chapter.path {
        let name = "\(chapter.id)/\(step.id)"
        steps += 1
        if seenSteps.contains(name) { seen += 1 }
        var names = step.question?.takesAnswer == true ? [name] : []
        if step.promise != nil { names.append(Step.promise(of: name)) }
        questions += names.count
        answered += names.count { last[$0] != nil }
        right += names.count { last[$0] == true }
      }
    }
  }
}
