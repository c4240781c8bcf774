/// A right answer that one slip has spoilt, as far as text can tell.
///
/// A check that lets one pass has a gap, unless the slip does no harm; then the exercise says why.
public struct Mutant: Sendable, Hashable {
  /// The solution it was made of.
  public let solution: String
  /// What was done to it, with the line it was done to.
  public let slip: String
  /// The solution with the slip.
  let text: String

  /// `RollsBack, without the call: context.rollback()`
  public var name: String { "\(solution), \(slip)" }
}

/// A slip that leaves a right answer right, with the reason.
public struct HarmlessSlip: Sendable, Hashable {
  /// As in `Mutant.name`; or the beginning of a slip, in whatever design.
  public let mutant: String
  public let reason: String
  private let isOfAllDesigns: Bool

  /// `mutant` is the name that `check --graders` prints.
  public init(_ mutant: String, because reason: String) {
    (self.mutant, self.reason, isOfAllDesigns) = (mutant, reason, false)
  }

  /// `slip` is what such names begin with behind the design: `without the call: context.reset()`.
  public init(everywhere slip: String, because reason: String) {
    (self.mutant, self.reason, isOfAllDesigns) = (slip, reason, true)
  }

  func excuses(_ mutant: Mutant) -> Bool {
    isOfAllDesigns ? mutant.slip.hasPrefix(self.mutant) : mutant.name == self.mutant
  }
}

/// How many spoilt solutions a check notices.
public struct MutationScore: Sendable, Hashable {
  /// Refused, or passed without a second star.
  public let killed: Int
  /// Passed, by name, though they are not listed as ones that may.
  public let survivors: [String]
  /// Passed, and rightly so.
  public let harmless: [HarmlessSlip]
  /// Did not compile, so there was nothing to judge.
  public let stillborn: Int

  /// All that had to be noticed.
  public var total: Int { killed + survivors.count }

  public init(
    killed: Int, survivors: [String], harmless: [HarmlessSlip] = [], stillborn: Int = 0
  ) {
    self.killed = killed
    self.survivors = survivors
    self.harmless = harmless
    self.stillborn = stillborn
  }
}
