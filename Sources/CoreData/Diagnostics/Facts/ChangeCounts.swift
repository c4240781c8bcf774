/// How many objects something concerned, by what became of them.
public struct ChangeCounts: Hashable, Sendable, Encodable, CustomStringConvertible {
  public var inserted = 0
  public var updated = 0
  public var deleted = 0
  public var refreshed = 0
  public var invalidated = 0

  /// How many in all.
  public var total: Int { inserted + updated + deleted + refreshed + invalidated }
  public var isEmpty: Bool { self == ChangeCounts() }

  /// `1 inserted, 2 updated`
  public var description: String {
    [
      (inserted, "inserted"), (updated, "updated"), (deleted, "deleted"),
      (refreshed, "refreshed"), (invalidated, "invalidated"),
    ].filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }.joined(separator: ", ")
  }
}
