internal import CSQLite
internal import Foundation

/// A prepared statement: bind values, step through rows, read columns.
final class SQLiteStatement {
  let sql: String
  private let database: OpaquePointer?
  let handle: OpaquePointer?
  /// What it is run for this time.
  var doing: String

  init(_ sql: String, on database: OpaquePointer?, doing: String) throws {
    self.sql = sql
    self.database = database
    self.doing = doing
    let flags = UInt32(SQLITE_PREPARE_PERSISTENT)
    var prepared: OpaquePointer?
    let code = sqlite3_prepare_v3(database, sql, -1, flags, &prepared, nil)
    handle = prepared
    guard code == SQLITE_OK else { throw error(code) }
  }

  deinit { sqlite3_finalize(handle) }

  private func error(_ code: Int32) -> SQLiteError {
    SQLiteError(code, on: database, sql: sql, doing: doing)
  }

  /// Moves to the next row; false at the end.
  func step() throws -> Bool {
    switch sqlite3_step(handle) {
    case SQLITE_ROW: return true
    case SQLITE_DONE: return false
    case let code:
      let failure = error(code)
      sqlite3_reset(handle)
      throw failure
    }
  }

  /// Makes the statement ready for the next use.
  func reset() { sqlite3_reset(handle) }

  /// Runs a statement that brings nothing back.
  func run() throws {
    defer { reset() }
    while try step() {}
  }

  /// How many rows the last statement on this connection changed.
  var changes: Int { Int(sqlite3_changes(database)) }

  /// Calls `body` with every row.
  func forEachRow(_ body: (SQLiteStatement) throws -> Void) throws {
    defer { reset() }
    while try step() { try body(self) }
  }

  /// What `body` makes of the first row, or nil when there is none.
  func first<Result>(_ body: (SQLiteStatement) throws -> Result?) throws -> Result? {
    defer { reset() }
    return try step() ? try body(self) : nil
  }
}

// MARK: Binding. Parameters count from 1.

extension SQLiteStatement {
  /// Tells SQLite to copy what it is given.
  static let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)

  @inline(__always)
  func bind(_ number: Int64, at index: Int) { sqlite3_bind_int64(handle, Int32(index), number) }
  @inline(__always)
  func bind(_ number: Double, at index: Int) { sqlite3_bind_double(handle, Int32(index), number) }
  func bindNull(at index: Int) { sqlite3_bind_null(handle, Int32(index)) }

  func bind(_ text: String, at index: Int) {
    var text = text
    text.withUTF8 { bytes in
      // An empty buffer may have no address, and a text without one would be NULL.
      let start = UnsafeRawPointer(bytes.baseAddress)?.assumingMemoryBound(to: CChar.self)
      _ = sqlite3_bind_text(
        handle, Int32(index), start ?? Self.nothing, Int32(bytes.count), Self.transient)
    }
  }

  func bind(_ data: Data, at index: Int) {
    data.withUnsafeBytes { bytes in
      if bytes.isEmpty {
        _ = sqlite3_bind_zeroblob(handle, Int32(index), 0)
      } else {
        _ = sqlite3_bind_blob64(
          handle, Int32(index), bytes.baseAddress, UInt64(bytes.count), Self.transient)
      }
    }
  }

  func bind(_ uuid: UUID, at index: Int) {
    withUnsafeBytes(of: uuid.uuid) { bytes in
      _ = sqlite3_bind_blob(handle, Int32(index), bytes.baseAddress, 16, Self.transient)
    }
  }

  nonisolated(unsafe) private static let nothing: UnsafePointer<CChar> = {
    let byte = UnsafeMutablePointer<CChar>.allocate(capacity: 1)
    byte.pointee = 0
    return UnsafePointer(byte)
  }()
}

// MARK: Columns. They count from 0.

extension SQLiteStatement {
  /// A column of the row the statement stands on.
  @inline(__always)
  subscript(column: Int32) -> SQLiteColumn {
    SQLiteColumn(value: sqlite3_column_value(handle, column))
  }

  @inline(__always)
  func integer(_ column: Int32) -> Int64 { sqlite3_column_int64(handle, column) }
  func text(_ column: Int32) -> String { self[column].text }
  func data(_ column: Int32) -> Data { self[column].data }
}
