/// How many objects something concerned, by what became of them.
public struct ChangeCounts: Hashable, Sendable, Encodable, CustomStringConvertible {
  public var inserted = 0
  public var updated = 0
  public var deleted = 0
  public var refreshed = 0
  public var invalidated = 0

  public init(
    inserted: Int = 0, updated: Int = 0, deleted: Int = 0, refreshed: Int = 0, invalidated: Int = 0
  ) {
    self.inserted = inserted
    self.updated = updated
    self.deleted = deleted
    self.refreshed = refreshed
    self.invalidated = invalidated
  }

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
