internal import Foundation

/// The machine behind an `NSPersistentStore`: its rows, and what the coordinator asks of it.
protocol StoreBackend: RowStore {
  /// The UUID that object IDs carry.
  var identifier: String { get }
  var metadata: [String: Any] { get }
  /// Replaces the metadata and writes it. A new UUID makes all IDs handed out so far foreign.
  func setMetadata(_ metadata: [String: Any]) throws
  /// Whether readers may work beside a writer.
  var readsBesideWriter: Bool { get }
  /// Whether there is a file.
  var isOnDisk: Bool { get }
  /// The versions of a row, for whoever looks from outside; nothing is read into the cache.
  func versions(of id: NSManagedObjectID) throws -> RowVersions
  /// Ends every use of the file.
  func close() throws
}

/// The version of one row in the row cache and in the store; nil where it is not.
struct RowVersions: Hashable, Sendable {
  var cached: Int64?
  var stored: Int64?
}
