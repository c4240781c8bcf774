/// A right answer of ours, or a plausible wrong one: what is known of it without compiling it.
public struct SampleCard: Sendable, Hashable, Codable {
  /// The type, and the file without its extension.
  public let name: String
  public let verdict: Verdict
  /// The misconception a wrong piece must be told; `harsh` for a right one without second star.
  public let misconception: String?
  public let reason: String

  /// Right, but not gentle enough for the second star.
  public static let harsh = "no-second-star"

  public init(name: String, verdict: Verdict, misconception: String?, reason: String) {
    self.name = name
    self.verdict = verdict
    self.misconception = misconception
    self.reason = reason
  }

  /// A right answer; `because` explains the changed lines.
  public static func solution(
    _ name: String, because reason: String, gentle: Bool = true
  ) -> SampleCard {
    SampleCard(
      name: name, verdict: .pass, misconception: gentle ? nil : harsh, reason: reason)
  }

  /// A piece of the museum, with the verdict it must get and the misconception it must be told.
  public static func piece(
    _ name: String, _ verdict: Verdict, _ misconception: String? = nil, because reason: String
  ) -> SampleCard {
    SampleCard(name: name, verdict: verdict, misconception: misconception, reason: reason)
  }
}
