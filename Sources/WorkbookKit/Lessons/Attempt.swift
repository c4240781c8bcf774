/// One answer of a reader to a question, kept as it was given.
public struct Attempt: Sendable, Hashable, Codable {
  /// `deadlocks/both-sides-wait`
  public let step: String
  /// The keys of the options with a blank between, sorted where their order says nothing.
  public let answer: String
  public let isSure: Bool
  public let isRight: Bool
  /// The mistaken ideas that wrong options gave away.
  public let beliefs: [String]

  public init(step: String, answer: Answer, judged: Judged) {
    self.step = step
    self.answer =
      answer.isOrder
      ? answer.sequence.joined(separator: Question.then)
      : answer.keys.sorted().joined(separator: " ")
    isSure = answer.isSure
    isRight = judged.isRight
    beliefs = judged.remarks.compactMap { $0.belief?.rawValue }
  }

  private enum Key: String, CodingKey { case step, answer, isSure, isRight, beliefs, belief }

  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: Key.self)
    step = MovedSteps.today(try values.decode(String.self, forKey: .step))
    answer = try values.decode(String.self, forKey: .answer)
    isSure = try values.decode(Bool.self, forKey: .isSure)
    isRight = try values.decode(Bool.self, forKey: .isRight)
    // An earlier version knew of one idea behind an answer.
    beliefs =
      try values.decodeIfPresent([String].self, forKey: .beliefs)
      ?? values.decodeIfPresent(String.self, forKey: .belief).map { [$0] } ?? []
  }

  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: Key.self)
    try values.encode(step, forKey: .step)
    try values.encode(answer, forKey: .answer)
    try values.encode(isSure, forKey: .isSure)
    try values.encode(isRight, forKey: .isRight)
    if !beliefs.isEmpty { try values.encode(beliefs, forKey: .beliefs) }
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
    Set((document["seen"]?.elements ?? []).compactMap(\.text).map(MovedSteps.today))
  }

  /// The reader goes to a step.
  public mutating func goTo(_ step: Step, of chapter: Chapter) {
    place = Place(chapter: chapter.id, step: step.id)
    let name = "\(chapter.id)/\(step.id)"
    guard !seen.contains(name) else { return }
    document["seen"] = .array((document["seen"]?.elements ?? []) + [.string(name)])
  }
}
