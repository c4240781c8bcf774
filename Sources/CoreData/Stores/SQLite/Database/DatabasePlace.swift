internal import CSQLite
internal import Foundation
internal import Interleaving
internal import Synchronization

/// Where a SQLite store lives.
enum DatabasePlace: Equatable, Sendable {
  case file(String)
  /// `/dev/null`: memory of one coordinator.
  case privateMemory
  /// `/dev/null/NAME`: memory that the coordinators of a process share.
  case sharedMemory(String)

  init(_ url: URL?) {
    let path = url?.path ?? "/dev/null"
    if path == "/dev/null" {
      self = .privateMemory
    } else if path.hasPrefix("/dev/null/") {
      self = .sharedMemory(String(path.dropFirst("/dev/null/".count)))
    } else {
      self = .file(path)
    }
  }

  /// What SQLite is told to open.
  var uri: String {
    switch self {
    case .file(let path): path
    case .privateMemory: ":memory:"
    case .sharedMemory(let name):
      "file:/" + (name.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? name)
        + "?vfs=memdb"
    }
  }

  /// Where its file is.
  var url: URL? { if case .file(let path) = self { URL(fileURLWithPath: path) } else { nil } }

  var isFile: Bool { if case .file = self { true } else { false } }
}

/// A database in memory as a model's first store found it: with all tables and without a row. Later
/// stores in memory begin as copies of it, which is a tenth of the work of making the tables;
/// exploring thousands of orders opens a store for each.
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
