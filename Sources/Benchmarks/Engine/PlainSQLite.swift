internal import CSQLite

/// The same work in the C API of SQLite, as it is written where every call counts:
/// one table of three attributes and a relationship, prepared statements, one transaction.
final class PlainSQLite {
  /// A row as plain code keeps it.
  struct Message {
    var key: Int64
    var text: String
    var sentAt: Double
    var isRead: Bool
    var room: Int64
  }

  private var database: OpaquePointer?

  init(path: String) {
    check(sqlite3_open(path, &database))
    run("PRAGMA journal_mode=WAL")
    run("PRAGMA synchronous=NORMAL")
    run(
      """
      CREATE TABLE IF NOT EXISTS message (
        key INTEGER PRIMARY KEY, version INTEGER, room INTEGER, isread INTEGER,
        sentat REAL, text VARCHAR)
      """)
    run("CREATE INDEX IF NOT EXISTS message_room ON message (room)")
  }

  /// A database with tables of its own.
  init(opening path: String) {
    check(sqlite3_open(path, &database))
    run("PRAGMA synchronous=NORMAL")
  }

  deinit { sqlite3_close_v2(database) }

  func run(_ sql: String) { check(sqlite3_exec(database, sql, nil, nil, nil)) }

  func insert(_ count: Int, room: Int64) {
    run("BEGIN IMMEDIATE")
    let insert = prepare("INSERT INTO message VALUES (?, 1, ?, ?, ?, ?)")
    let first = number("SELECT coalesce(max(key), 0) FROM message") + 1
    for offset in 0..<count {
      let text = messageText(offset)
      sqlite3_bind_int64(insert, 1, first + Int64(offset))
      sqlite3_bind_int64(insert, 2, room)
      sqlite3_bind_int64(insert, 3, offset % 2 == 0 ? 1 : 0)
      sqlite3_bind_double(insert, 4, Double(offset))
      bind(text, to: insert, at: 5)
      step(insert)
      sqlite3_reset(insert)
    }
    sqlite3_finalize(insert)
    run("COMMIT")
  }

  /// Every row, with all its values.
  func fetchAll(_ condition: String = "", limit: Int = -1) -> [Message] {
    let query = prepare(
      "SELECT key, text, sentat, isread, room FROM message \(condition) LIMIT \(limit)")
    defer { sqlite3_finalize(query) }
    var messages: [Message] = []
    while sqlite3_step(query) == SQLITE_ROW {
      messages.append(
        Message(
          key: sqlite3_column_int64(query, 0), text: String(cString: sqlite3_column_text(query, 1)),
          sentAt: sqlite3_column_double(query, 2), isRead: sqlite3_column_int64(query, 3) != 0,
          room: sqlite3_column_int64(query, 4)))
    }
    return messages
  }

  /// Rows by key, a hundred keys a query, as details for a list are loaded.
  func fetch(keys: [Int64]) -> [Message] {
    let marks = Array(repeating: "?", count: 100).joined(separator: ",")
    let query = prepare(
      "SELECT key, text, sentat, isread, room FROM message WHERE key IN (\(marks))")
    defer { sqlite3_finalize(query) }
    var messages: [Message] = []
    for start in stride(from: 0, to: keys.count, by: 100) {
      for (index, key) in keys[start..<min(start + 100, keys.count)].enumerated() {
        sqlite3_bind_int64(query, Int32(index + 1), key)
      }
      while sqlite3_step(query) == SQLITE_ROW {
        messages.append(
          Message(
            key: sqlite3_column_int64(query, 0),
            text: String(cString: sqlite3_column_text(query, 1)),
            sentAt: sqlite3_column_double(query, 2), isRead: sqlite3_column_int64(query, 3) != 0,
            room: sqlite3_column_int64(query, 4)))
      }
      sqlite3_reset(query)
    }
    return messages
  }

  func update(keys: [Int64], round: Int) {
    run("BEGIN IMMEDIATE")
    let update = prepare(
      "UPDATE message SET text = ?, version = version + 1 WHERE key = ? AND version = ?")
    let version = prepare("SELECT version FROM message WHERE key = ?")
    for key in keys {
      sqlite3_bind_int64(version, 1, key)
      step(version)
      let now = sqlite3_column_int64(version, 0)
      sqlite3_reset(version)
      bind(editedText(Int(key), round: round), to: update, at: 1)
      sqlite3_bind_int64(update, 2, key)
      sqlite3_bind_int64(update, 3, now)
      step(update)
      sqlite3_reset(update)
    }
    sqlite3_finalize(update)
    sqlite3_finalize(version)
    run("COMMIT")
  }

  func delete(keys: [Int64]) {
    run("BEGIN IMMEDIATE")
    let delete = prepare("DELETE FROM message WHERE key = ?")
    for key in keys {
      sqlite3_bind_int64(delete, 1, key)
      step(delete)
      sqlite3_reset(delete)
    }
    sqlite3_finalize(delete)
    run("COMMIT")
  }

  func number(_ sql: String) -> Int64 {
    let query = prepare(sql)
    defer { sqlite3_finalize(query) }
    step(query)
    return sqlite3_column_int64(query, 0)
  }

  func prepare(_ sql: String) -> OpaquePointer? {
    var statement: OpaquePointer?
    check(sqlite3_prepare_v2(database, sql, -1, &statement, nil))
    return statement
  }

  func bind(_ text: String, to statement: OpaquePointer?, at index: Int32) {
    // SQLITE_TRANSIENT: SQLite copies the bytes before this returns.
    let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
    sqlite3_bind_text(statement, index, text, -1, transient)
  }

  func step(_ statement: OpaquePointer?) {
    let code = sqlite3_step(statement)
    precondition(
      code == SQLITE_ROW || code == SQLITE_DONE, String(cString: sqlite3_errmsg(database)))
  }

  private func check(_ code: Int32) {
    precondition(code == SQLITE_OK, database.map { String(cString: sqlite3_errmsg($0)) } ?? "open")
  }
}

/// What message number `index` says: about as long as a message is.
func messageText(_ index: Int) -> String { "message \(index): see you at the bridge at eight" }

/// What it says after an edit: something new in each round.
func editedText(_ index: Int, round: Int) -> String { "message \(index), edited in round \(round)" }
