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

  public init() {}
}
