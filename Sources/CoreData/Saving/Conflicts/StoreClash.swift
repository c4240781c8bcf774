/// Why a save cannot be written as it is.
enum StoreClash: Sendable {
  /// Somebody else changed or deleted rows since they were read.
  case versions([VersionClash])
  /// A uniqueness constraint is broken. Versions are settled before uniqueness.
  case uniqueness([UniquenessClash])
}

struct VersionClash: Sendable {
  var id: NSManagedObjectID
  /// The row the change was made on top of.
  var base: Row
  /// The row in the cache; nil when the cache agrees with the base or does not hold it.
  var cached: Row?
  /// The row in the store; nil when it was deleted, or when the cache already settled the matter.
  var persisted: Row?
  /// Whether the row is gone from the store.
  var isDeleted: Bool
}

struct UniquenessClash: Sendable {
  var constraint: [String]
  var values: [String: Value]
  /// The objects of this save that claim the values.
  var claimants: [NSManagedObjectID]
  /// The row that has them already, if the clash is with the store.
  var existing: Row?
}
