internal import CSQLite
internal import Foundation
internal import Interleaving
internal import Synchronization

/// A database in memory as a model's first store found it: with all tables and without a row. Later
/// stores in memory begin as copies of it, which is a tenth of the work of making the tables;
/// whoever explores thousands of orders opens a store for each.
final class EmptyDatabase: Sendable {
  private let connection: Mutex<SQLiteConnection>
  private let metadata: StoreMetadata

  /// Keeps a copy of a database that was just made.
  init(copyOf made: SQLiteConnection, _ metadata: StoreMetadata) throws {
    let copy = try SQLiteConnection(
      DatabasePlace.privateMemory.uri, readOnly: false, creates: true, timeout: .zero,
      journal: SQLJournal(runtime: .live, store: "a store in memory"))
    try Self.copy(made, to: copy)
    connection = Mutex(copy)
    self.metadata = metadata
  }

  /// Fills a new database, which gets a UUID of its own.
  func fill(_ new: SQLiteConnection) throws -> StoreMetadata {
    try connection.withLock { try Self.copy($0, to: new) }
    let metadata = metadata.renamed(UUID().uuidString)
    let statement = try new.prepared("UPDATE Z_METADATA SET Z_UUID = ?", doing: "opening")
    statement.bind(metadata.identifier, at: 1)
    try statement.run()
    return metadata
  }

  private static func copy(_ source: SQLiteConnection, to target: SQLiteConnection) throws {
    let backup = sqlite3_backup_init(target.handle, "main", source.handle, "main")
    sqlite3_backup_step(backup, -1)
    let code = sqlite3_backup_finish(backup)
    guard code == SQLITE_OK else {
      throw SQLiteError(code, on: target.handle, doing: "creating the tables")
    }
  }
}
