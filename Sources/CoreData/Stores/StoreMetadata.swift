internal import Foundation

/// What a store says of itself: its type, its UUID, the model it was written with, and whatever
/// else its users put there.
struct StoreMetadata: @unchecked Sendable {
  // @unchecked Sendable because the values are property lists, which are not changed in place.
  private(set) var values: [String: Any]

  init(_ values: [String: Any]) { self.values = values }

  /// A new store of a type.
  init(newStoreOfType type: NSPersistentStore.StoreType) {
    values = [NSStoreTypeKey: type.rawValue, NSStoreUUIDKey: UUID().uuidString]
  }

  var identifier: String { values[NSStoreUUIDKey] as? String ?? "" }

  /// New values of a user; the type and UUID stay unless the user names them too.
  func replaced(by new: [String: Any]) -> StoreMetadata {
    let kept = values.filter { [NSStoreTypeKey, NSStoreUUIDKey].contains($0.key) }
    return StoreMetadata(kept.merging(new) { _, new in new })
  }
}
