/// The graders, graded: what a check says of our own right and wrong answers.
public struct Grading: Sendable, Hashable {
  /// A piece and what was said of it.
  public struct Judged: Sendable, Hashable {
    public let card: PieceCard
    public let judgement: Judgement

    /// The verdict, and the misconception or the missing star, that the card names.
    public var isAsListed: Bool {
      card.verdict == judgement.verdict && card.misconception == judgement.saidMisconception
    }
  }

  public let exercise: String
  public let judged: [Judged]
  /// Slightly broken solutions; nil if none were made.
  public var mutation: MutationScore?

  public init(exercise: String, judged: [Judged], mutation: MutationScore? = nil) {
    self.exercise = exercise
    self.judged = judged
    self.mutation = mutation
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
    refusedRight.isEmpty && acceptedWrong.isEmpty && misnamed.isEmpty
  }
}

/// How many broken variants of a solution a check notices.
public struct MutationScore: Sendable, Hashable {
  public let killed: Int
  /// Mutants that passed, by what was changed.
  public let survivors: [String]
  public var total: Int { killed + survivors.count }

  public init(killed: Int, survivors: [String]) {
    self.killed = killed
    self.survivors = survivors
  }
}

extension Judgement {
  /// What a piece's card must name: the misconception, or that a pass has no second star.
  fileprivate var saidMisconception: String? {
    guard verdict == .pass else { return misconception }
    return stars.allSatisfy(\.isEarned) ? nil : PieceCard.harsh
  }
}

extension Judge {
  /// Judges all solutions and the whole museum of an exercise.
  public func grade(_ exercise: any CheckedExercise) async throws -> Grading {
    let cards = exercise.solutionCards + exercise.museumCards
    let judgements = try await judgePieces(cards.map(\.name), of: exercise)
    return Grading(
      exercise: exercise.id,
      judged: zip(cards, judgements).map { Grading.Judged(card: $0, judgement: $1) })
  }
}
