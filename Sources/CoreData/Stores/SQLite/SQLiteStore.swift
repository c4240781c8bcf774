internal import Foundation
internal import Interleaving
internal import Synchronization

/// Keeps rows in a SQLite database: a file, or memory at `/dev/null`.
final class SQLiteStore: StoreBackend {
  struct State {
    var metadata: StoreMetadata
    var schema: SQLiteSchema
  }

  let label: String
  /// nil in memory.
  let file: URL?
  let options: StoreOptions
  let pool: ConnectionPool
  let journal: SQLJournal
  let cache = RowCache()
  let readsBesideWriter: Bool
  let isOnDisk: Bool
  /// Where large values lie; nil if the model allows none.
  let external: ExternalFiles?
  /// Notes the rows whose derived attributes change; nil if the model has none.
  let derivedRows: DerivedRows?
  let state: Mutex<State>

  init(
    _ opened: OpenedDatabase, file: URL?, model: NSManagedObjectModel, label: String,
    options: StoreOptions
  ) {
    self.file = file
    if let file { OpenFiles.opened(file) }
    self.label = label
    self.options = opened.options ?? options
    pool = opened.pool
    journal = opened.journal
    readsBesideWriter = opened.readsBesideWriter
    isOnDisk = opened.isOnDisk
    external = opened.external
    derivedRows = opened.derivedRows
    state = Mutex(
      State(
        metadata: opened.metadata,
        schema: SQLiteSchema(model: model, storeUUID: opened.metadata.identifier)))
  }

  var isReadOnly: Bool { options.isReadOnly }
  var schema: SQLiteSchema { state.withLock { $0.schema } }
  var identifier: String { state.withLock { $0.metadata.identifier } }
  var metadata: [String: Any] { state.withLock { $0.metadata }.values }

  /// The time of the runtime, as the row cache keeps it.
  var now: Double { journal.runtime.now / .seconds(1) }

  func close() {
    pool.close()
    if let file { OpenFiles.closed(file) }
  }

  /// Runs `body`, and turns what SQLite says into what Core Data says.
  func translatingErrors<Result>(_ body: () throws -> Result) throws -> Result {
    do { return try body() } catch let error as SQLiteError {
      throw error.cocoaError(store: label, timeout: options.timeout)
    } catch let damage as DamagedRow {
      throw CocoaError.damagedRow(damage, in: label, at: file)
    }
  }

  func reading<Result>(_ body: (SQLiteConnection) throws -> Result) throws -> Result {
    guard let external else { return try translatingErrors { try pool.read(body) } }
    external.beginReading()
    defer { external.endReading() }
    return try translatingErrors { try pool.read(body) }
  }

  /// Runs `body` in a transaction that holds the write lock of the database.
  func writing<Result>(
    _ doing: String, _ body: (SQLiteConnection) throws -> Result
  ) throws -> Result {
    if options.isReadOnly { throw CocoaError.readOnlyStore(label, doing: doing) }
    return try translatingErrors {
      try pool.write { connection in
        if isOnDisk && connection.hasMoved { throw CocoaError.movedStore(label, doing: doing) }
        guard let external else {
          return try connection.transaction(doing: doing) { try body(connection) }
        }
        do {
          let result = try connection.transaction(doing: doing) { try body(connection) }
          external.committed()
          return result
        } catch {
          external.rolledBack()
          throw error
        }
      }
    }
  }
}

// MARK: Metadata and keys

extension SQLiteStore {
  func setMetadata(_ metadata: [String: Any]) throws {
    let new = state.withLock { $0.metadata }.replaced(by: metadata)
    try writing("writing metadata") { try new.write(to: $0) }
    let isSameStore = new.identifier == identifier
    state.withLock { state in
      state.metadata = new
      if !isSameStore {
        state.schema = SQLiteSchema(model: state.schema.model, storeUUID: new.identifier)
      }
    }
    if !isSameStore { cache.forgetAll() }
  }

  /// Keys are reserved in the database at once (fact D8), so that no other connection, in this
  /// process or another one, hands out the same.
  func allocateIDs(for entity: NSEntityDescription, count: Int) throws -> AllocatedIDs {
    let schema = schema
    let last = try writing("saving, to reserve keys") { connection in
      let statement = try connection.prepared(
        "UPDATE Z_PRIMARYKEY SET Z_MAX = Z_MAX + ? WHERE Z_ENT = ? RETURNING Z_MAX",
        doing: "saving, to reserve keys")
      statement.bind(Int64(count), at: 1)
      statement.bind(schema.names.number(of: entity.root), at: 2)
      return try statement.first { $0.integer(0) }
    }
    guard let last else { throw CocoaError.foreignEntity(entity) }
    return AllocatedIDs(scope: schema.scope(of: entity), keys: last - Int64(count) + 1..<last + 1)
  }
}
