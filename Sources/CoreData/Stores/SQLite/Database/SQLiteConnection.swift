internal import CSQLite
internal import Dispatch
internal import Foundation
internal import Synchronization

/// One connection to a database, with the statements it has prepared so far.
/// It is not safe for two threads at a time; its owner sees to that.
final class SQLiteConnection: @unchecked Sendable {
  // @unchecked Sendable because `ConnectionPool` hands it to one user at a time.
  private(set) var handle: OpaquePointer?
  let place: String
  private var statements: [String: SQLiteStatement] = [:]
  private let journal: SQLJournal

  /// Opens `place`, a path or a `file:` URI.
  init(
    _ place: String, readOnly: Bool, creates: Bool, timeout: Duration, journal: SQLJournal
  ) throws {
    self.place = place
    self.journal = journal
    Self.stopCountingMemory
    var flags = SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
    flags |= readOnly ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE
    if creates && !readOnly { flags |= SQLITE_OPEN_CREATE }
    let code = sqlite3_open_v2(place, &handle, flags, nil)
    guard code == SQLITE_OK else {
      let error = SQLiteError(code, on: handle, doing: "opening")
      sqlite3_close_v2(handle)
      handle = nil
      throw error
    }
    SQLFunctions.install(on: handle)
    sqlite3_busy_timeout(handle, Int32(timeout / .milliseconds(1)))
  }

  /// Once a process, before its first connection.
  private static let stopCountingMemory: Void = cd_stop_counting_memory()

  deinit { close() }

  func close() {
    statements = [:]
    sqlite3_close_v2(handle)
    handle = nil
  }

  /// A statement ready to be bound, prepared once and kept.
  func prepared(_ sql: String, doing: String) throws -> SQLiteStatement {
    journal.note(sql)
    if let statement = statements[sql] {
      statement.doing = doing
      return statement
    }
    let statement = try SQLiteStatement(sql, on: handle, doing: doing)
    statements[sql] = statement
    return statement
  }

  /// Counts and logs more runs of a statement that its user kept at hand.
  func noteRepetitions(of statement: SQLiteStatement, _ times: Int = 1) {
    journal.note(statement.sql, times: times)
  }

  /// Runs statements that bring nothing back.
  func execute(_ sql: String, doing: String) throws {
    journal.note(sql)
    let code = sqlite3_exec(handle, sql, nil, nil, nil)
    guard code == SQLITE_OK else {
      throw SQLiteError(code, on: handle, sql: sql, doing: doing)
    }
  }

  /// Makes the database as empty as a new one, whatever is in it.
  func resetDatabase() throws {
    cd_reset_database(handle, 1)
    defer { cd_reset_database(handle, 0) }
    try execute("VACUUM", doing: "destroying")
  }

  /// Whether the file was deleted or moved since it was opened. SQLite would go on writing, into
  /// a file that will not be found again.
  var hasMoved: Bool {
    var moved: Int32 = 0
    sqlite3_file_control(handle, "main", SQLITE_FCNTL_HAS_MOVED, &moved)
    return moved != 0
  }

  /// Runs `body` in a transaction that holds the write lock from the start. Whatever `body`
  /// throws takes everything back.
  func transaction<Result>(doing: String, _ body: () throws -> Result) throws -> Result {
    try prepared("BEGIN IMMEDIATE", doing: doing).run()
    do {
      let result = try body()
      try prepared("COMMIT", doing: doing).run()
      return result
    } catch {
      // Some failures (a full disk) have rolled back already; then there is nothing to do.
      if sqlite3_get_autocommit(handle) == 0 { try? execute("ROLLBACK", doing: doing) }
      throw error
    }
  }
}

/// A setting of SQLite as an option of a store names it: a name that SQLite knows, and a value.
struct Pragma {
  private let name: String
  private let value: String

  /// An error for what SQLite would not know; it would pass over it without a word.
  init(
    _ name: String, _ value: String, _ connection: SQLiteConnection, _ label: String
  ) throws {
    let known = try connection.prepared(
      "SELECT 1 FROM pragma_pragma_list WHERE name = ?", doing: "setting a pragma")
    known.bind(name.lowercased(), at: 1)
    guard try known.first({ _ in true }) == true else {
      throw CocoaError.refusedPragma(name, "is not known to this SQLite", label)
    }
    self.name = name
    self.value = value
  }

  /// The value goes in as a number or as a text, never as SQL.
  var sql: String {
    let literal = Int64(value).map(String.init) ?? "'\(value.replacing("'", with: "''"))'"
    return "PRAGMA \(name) = \(literal)"
  }
}

extension SQLiteConnection {
  func set(_ pragma: Pragma) throws { try execute(pragma.sql, doing: "setting a pragma") }
}

/// The connections of one store: one that writes, and some that read beside it.
///
/// A database in memory, or a pool of one, has the writer only; then readers take their turn with
/// it. The locks here are real ones, taken inside a single scheduling point of a controlled run,
/// where no other thread can want them.
final class ConnectionPool: Sendable {
  private let writer: SQLiteConnection
  /// Recursive, because a merge policy may read while its save holds the writer.
  private let writerLock = NSRecursiveLock()
  private let idle = Mutex<[SQLiteConnection]>([])
  private let permits: DispatchSemaphore
  let opensReader: (@Sendable () throws -> SQLiteConnection)?

  /// - Parameter opensReader: opens one more reader; nil if the writer does everything.
  init(
    writer: SQLiteConnection, size: Int, opensReader: (@Sendable () throws -> SQLiteConnection)?
  ) {
    self.writer = writer
    self.opensReader = opensReader
    permits = DispatchSemaphore(value: size)
  }

  func write<Result>(_ body: (SQLiteConnection) throws -> Result) rethrows -> Result {
    try writerLock.withLock { try body(writer) }
  }

  func read<Result>(_ body: (SQLiteConnection) throws -> Result) throws -> Result {
    guard let opensReader else { return try write(body) }
    permits.wait()
    defer { permits.signal() }
    let connection = try idle.withLock { $0.popLast() } ?? opensReader()
    defer { idle.withLock { $0.append(connection) } }
    return try body(connection)
  }

  func close() {
    for connection in idle.withLock({ idle in
      defer { idle = [] }
      return idle
    }) {
      connection.close()
    }
    writerLock.withLock { writer.close() }
  }
}
