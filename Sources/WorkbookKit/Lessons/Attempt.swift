/// One answer of a reader to a question, kept as it was given.
public struct Attempt: Sendable, Hashable, Codable {
  /// `deadlocks/both-sides-wait`
  public let step: String
  /// The keys of the options, sorted, with a blank between.
  public let answer: String
  public let isSure: Bool
  public let isRight: Bool
  /// The mistaken idea that a wrong answer gave away.
  public let belief: String?

  public init(step: String, answer: Answer, judged: Judged) {
    self.step = step
    self.answer = answer.keys.sorted().joined(separator: " ")
    isSure = answer.isSure
    isRight = judged.isRight
    belief = judged.remark?.belief?.rawValue
  }
}

extension ReaderProgress {
  /// All answers, the first one first. Only added to.
  public var attempts: [Attempt] {
    (document["attempts"]?.elements ?? []).compactMap { $0.decoded() }
  }

  public mutating func add(_ attempt: Attempt) throws {
    document["attempts"] = .array(
      (document["attempts"]?.elements ?? []) + [try JSONValue(encoding: attempt)])
  }

  /// The steps the reader has been at, as `chapter/step`.
  public var seen: Set<String> {
    Set((document["seen"]?.elements ?? []).compactMap(\.text))
  }

  /// The reader goes to a step.
  public mutating func goTo(_ step: Step, of chapter: Chapter) {
    place = Place(chapter: chapter.id, step: step.id)
    let name = "\(chapter.id)/\(step.id)"
    guard !seen.contains(name) else { return }
    document["seen"] = .array((document["seen"]?.elements ?? []) + [.string(name)])
  }
}
