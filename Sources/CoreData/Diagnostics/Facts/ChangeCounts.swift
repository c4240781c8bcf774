/// How many objects something concerned, by what became of them.
public struct ChangeCounts: Hashable, Sendable, Encodable, CustomStringConvertible {
  /// How many came.
  public var inserted = 0
  /// How many were changed.
  public var updated = 0
  /// How many went.
  public var deleted = 0
  /// How many took newer values.
  public var refreshed = 0
  /// How many can no longer be used.
  public var invalidated = 0

  /// Counts, each 0 unless given.
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
  /// Whether nothing changed.
  public var isEmpty: Bool { self == ChangeCounts() }

  /// `1 inserted, 2 updated`
  public var description: String {
    [
      (inserted, "inserted"), (updated, "updated"), (deleted, "deleted"),
      (refreshed, "refreshed"), (invalidated, "invalidated"),
    ].filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }.joined(separator: ", ")
  }
}
