public import Foundation

/// The identity of an object: temporary until its row has a key, then store, entity and key.
/// Compared by value; safe to hand from thread to thread.
public final class NSManagedObjectID: NSObject, @unchecked Sendable {
  // @unchecked Sendable because it never changes and its entity is frozen.
  enum Key: Hashable, Sendable {
    /// The primary key of a row, in the table of the entity's root.
    case row(Int64)
    /// The number of an insertion in this process.
    case insertion(UInt64)
  }

  public let entity: NSEntityDescription
  let key: Key
  /// The UUID of the store; empty in a temporary ID.
  let storeUUID: String

  init(entity: NSEntityDescription, key: Key, storeUUID: String) {
    self.entity = entity
    self.key = key
    self.storeUUID = storeUUID
  }

  public var isTemporaryID: Bool {
    if case .insertion = key { true } else { false }
  }

  /// The primary key; nil in a temporary ID.
  var rowKey: Int64? { if case .row(let key) = key { key } else { nil } }

  public override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? NSManagedObjectID else { return false }
    return self === other
      || (key == other.key && storeUUID == other.storeUUID
        && entity.layout.family === other.entity.layout.family)
  }

  public override var hash: Int { key.hashValue }
}
