/// A right answer of ours, or a plausible wrong one, with what must be said of it.
public struct SampleAnswer<Contract: Sendable>: Sendable {
  public let card: SampleCard
  let make: @Sendable () -> Contract

  /// A right answer; `because` explains the changed lines.
  public static func solution(
    because reason: String, gentle: Bool = true, _ make: @escaping @Sendable () -> Contract
  ) -> Self {
    Self(card(make, .pass, gentle ? nil : SampleCard.harsh, reason), make: make)
  }

  /// A wrong answer, the verdict it must get and the misconception it must be told.
  public static func wrong(
    _ verdict: Verdict, _ misconception: String?, because reason: String,
    _ make: @escaping @Sendable () -> Contract
  ) -> Self {
    Self(card(make, verdict, misconception, reason), make: make)
  }

  private init(_ card: SampleCard, make: @escaping @Sendable () -> Contract) {
    self.card = card
    self.make = make
  }

  private static func card(
    _ make: () -> Contract, _ verdict: Verdict, _ misconception: String?, _ reason: String
  ) -> SampleCard {
    // `as Any`, or else the type of a generic contract is the contract.
    SampleCard(
      name: "\(type(of: make() as Any))", verdict: verdict, misconception: misconception,
      reason: reason)
  }
}

/// What is known of a piece without running it.
public struct SampleCard: Sendable, Hashable, Codable {
  /// The type, and the file without its extension.
  public let name: String
  public let verdict: Verdict
  /// The misconception a wrong piece must be told; `harsh` for a right one without second star.
  public let misconception: String?
  public let reason: String

  /// Right, but not gentle enough for the second star.
  public static let harsh = "no-second-star"
}
