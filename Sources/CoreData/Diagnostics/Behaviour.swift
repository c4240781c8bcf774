/// The choices that Apple's documents leave open or changed over the years, one property each.
/// A coordinator holds them; a context reads them when it is created.
public struct CoreDataBehaviour: Sendable {
  /// How a coordinator serves requests that arrive together.
  public enum CoordinatorMode: Sendable, Hashable {
    /// One request at a time, first come, first served (before iOS 10).
    case classic
    /// One writer beside several readers, if every store is SQLite in WAL mode.
    case pooled
  }

  /// How requests that arrive together are served (facts P2 to P7).
  public var coordinatorMode = CoordinatorMode.pooled
  /// What trips to a store cost in virtual time.
  public var storeCosts = StoreCosts()
  /// What merge policies do when one side deleted what the other one changed (facts K9, K10).
  public var deletionConflicts = DeletionConflictSwitches()
  /// Whether a merge announces updates of objects that the receiver has not realised; before
  /// iOS 10 it ignored them (fact J5).
  public var mergesUnrealisedUpdates = true

  public init() {}
}
