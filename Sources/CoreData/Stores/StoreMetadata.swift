public import Foundation
internal import Interleaving

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

  /// The same for another store.
  func renamed(_ identifier: String) -> StoreMetadata {
    StoreMetadata(values.merging([NSStoreUUIDKey: identifier]) { _, new in new })
  }

  var identifier: String { values[NSStoreUUIDKey] as? String ?? "" }

  /// What a store says of itself, and not what its users put there.
  static let ownKeys = [
    NSStoreTypeKey, NSStoreUUIDKey, NSStoreModelVersionHashesKey, NSStoreModelVersionIdentifiersKey,
    NSStoreModelVersionChecksumKey, NSPersistentStoreDeferredLightweightMigrationOptionKey,
    stageMark, tablesKey,
  ]

  /// New values of a user; what the store says of itself stays unless the user names it too.
  func replaced(by new: [String: Any]) -> StoreMetadata {
    let kept = values.filter { Self.ownKeys.contains($0.key) }
    return StoreMetadata(kept.merging(new) { _, new in new })
  }
}

// Metadata of stores that are not open.

extension NSPersistentStoreCoordinator {
  /// The metadata of a store, without opening it for a model.
  public class func metadataForPersistentStore(
    type: NSPersistentStore.StoreType, at url: URL, options: [AnyHashable: Any]? = nil
  ) throws -> [String: Any] {
    if let storeClass = StoreClasses.find(type) {
      return try storeClass.metadataForPersistentStore(with: url)
    }
    return try withDatabase(type, at: url, readOnly: true) { try metadata(in: $0, url).values }
  }

  /// The metadata of a store, without opening it for a model.
  public class func metadataForPersistentStore(
    ofType type: String, at url: URL, options: [AnyHashable: Any]? = nil
  ) throws -> [String: Any] {
    try metadataForPersistentStore(type: NSPersistentStore.StoreType(rawValue: type), at: url)
  }

  /// Replaces the metadata of a store that is not open.
  public class func setMetadata(
    _ metadata: [String: Any]?, type: NSPersistentStore.StoreType, at url: URL,
    options: [AnyHashable: Any]? = nil
  ) throws {
    if let storeClass = StoreClasses.find(type) {
      return try storeClass.setMetadata(metadata, forPersistentStoreAt: url)
    }
    try withDatabase(type, at: url, readOnly: false) { connection in
      let new = try Self.metadata(in: connection, url).replaced(by: metadata ?? [:])
      try connection.transaction(doing: "writing metadata") { try new.write(to: connection) }
    }
  }

  /// Replaces the metadata of a store that is not open.
  public class func setMetadata(
    _ metadata: [String: Any]?, forPersistentStoreOfType type: String, at url: URL,
    options: [AnyHashable: Any]? = nil
  ) throws {
    try setMetadata(metadata, type: NSPersistentStore.StoreType(rawValue: type), at: url)
  }

  private class func metadata(in connection: SQLiteConnection, _ url: URL) throws -> StoreMetadata {
    guard let found = try StoreMetadata(readFrom: connection) else {
      throw CocoaError.foreignDatabase(url.storeWords)
    }
    return found
  }

  private class func withDatabase<Result>(
    _ type: NSPersistentStore.StoreType, at url: URL, readOnly: Bool,
    _ body: (SQLiteConnection) throws -> Result
  ) throws -> Result {
    guard type == .sqlite else { throw CocoaError.unknownStoreType(type.rawValue) }
    let label = url.storeWords
    do {
      let connection = try SQLiteConnection(
        DatabasePlace(url).uri, readOnly: readOnly, creates: false, timeout: .seconds(5),
        journal: SQLJournal(runtime: Runtime.current, store: label))
      defer { connection.close() }
      return try body(connection)
    } catch let error as SQLiteError {
      throw error.cocoaError(store: label, timeout: .seconds(5))
    }
  }
}
