internal import Foundation

/// The graders, graded: what a check says of our own right and wrong answers.
public struct Grading: Sendable, Hashable {
  /// A piece and what was said of it.
  public struct Judged: Sendable, Hashable {
    public let card: SampleCard
    public let judgement: Judgement

    /// The verdict, and the misconception or the missing star, that the card names.
    public var isAsListed: Bool {
      card.verdict == judgement.verdict && card.misconception == judgement.saidMisconception
    }
  }

  public let exercise: String
  public let judged: [Judged]
  /// Spoilt solutions; nil if none were made.
  public var mutation: MutationScore?
  /// How often everything was judged.
  public private(set) var rounds = 1
  /// What was judged otherwise in another round.
  public private(set) var unsteady: Set<String> = []

  public init(exercise: String, judged: [Judged], mutation: MutationScore? = nil) {
    self.exercise = exercise
    self.judged = judged
    self.mutation = mutation
  }

  fileprivate init(
    _ exercise: any CheckedExercise, _ cards: [SampleCard], _ judgements: [Judgement]
  ) {
    let judged = zip(cards, judgements).map { Judged(card: $0, judgement: $1) }
    self.init(exercise: exercise.id, judged: judged)
  }

  /// Compares with the same pieces judged once more.
  public mutating func compare(with other: Grading) {
    rounds += 1
    for (one, other) in zip(judged, other.judged) where !one.judgement.agrees(other.judgement) {
      unsteady.insert(one.card.name)
    }
  }

  /// Right answers that did not pass. Must be empty.
  public var refusedRight: [Judged] {
    judged.filter { $0.card.verdict == .pass && $0.judgement.verdict != .pass }
  }

  /// Wrong answers that passed. Must be empty.
  public var acceptedWrong: [Judged] {
    judged.filter { $0.card.verdict != .pass && $0.judgement.verdict == .pass }
  }

  /// Right verdict, but not for the right reason, or the wrong kind of refusal. Must be empty.
  public var misnamed: [Judged] {
    judged.filter { judged in
      let shouldPass = judged.card.verdict == .pass
      let passed = judged.judgement.verdict == .pass
      return shouldPass == passed && !judged.isAsListed
    }
  }

  public var isFlawless: Bool {
    refusedRight.isEmpty && acceptedWrong.isEmpty && misnamed.isEmpty && unsteady.isEmpty
      && mutation?.survivors.isEmpty != false
  }
}

extension Judgement {
  /// What a piece's card must name: the misconception, or that a pass has no second star.
  fileprivate var saidMisconception: String? {
    guard verdict == .pass else { return misconception }
    return stars.allSatisfy(\.isEarned) ? nil : SampleCard.harsh
  }

  /// Whether two say the same, for the same reason, of the same order.
  fileprivate func agrees(_ other: Judgement) -> Bool {
    verdict == other.verdict && cause == other.cause && misconception == other.misconception
      && stars == other.stars && schedule == other.schedule && evidence == other.evidence
  }
}

extension Judge {
  /// Judges all solutions and the whole museum of an exercise, or those of them that are given.
  public func grade(
    _ exercise: any CheckedExercise, _ given: [SampleCard]? = nil
  ) async throws -> Grading {
    let cards = given ?? exercise.solutions + exercise.museum
    return Grading(exercise, cards, try await judgePieces(cards.map(\.name), of: exercise))
  }

  /// Judges the first solution and the file as shipped, which takes a tenth of the time.
  public func gradeTwo(of exercise: any CheckedExercise) async throws -> Grading {
    let cards = [exercise.solutions.first, exercise.museum.first { $0.name == "AsShipped" }]
      .compactMap { $0 }
    let folder = try TemporaryFolder()
    defer { withExtendedLifetime(folder) {} }
    let program = try await SampleBuild(workplace: workplace, exercise: exercise)
      .program(of: cards, in: folder.url)
    let pieces = try await examine(
      cards.map(\.name), of: exercise, with: program,
      in: folder.url.appending(path: "scratch"))
    let judgements = try await tellingRaces(of: pieces, cards.map(\.name), exercise)
    return Grading(exercise, cards, judgements)
  }
}
