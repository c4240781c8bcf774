internal import CSQLite
internal import Foundation

/// The same wide rows in the C API of SQLite: prepared statements, one transaction, values bound
/// from where they lie and read once, amounts of money as whole cents, identifiers as sixteen bytes.
final class PlainWide {
  struct Item {
    var key: Int64
    var number: Int64
    var title: String
    var madeAt: Double
    var cents: Int64
    var token: uuid_t
    var payload: [UInt8]
    var isDone: Bool
    var room: Int64
  }

  private var database: OpaquePointer?

  init(path: String) {
    check(
      sqlite3_open_v2(
        path, &database, SQLITE_OPEN_CREATE | SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, nil))
    run("PRAGMA journal_mode=WAL")
    run("PRAGMA synchronous=NORMAL")
    run("CREATE TABLE IF NOT EXISTS room (key INTEGER PRIMARY KEY, version INTEGER, name VARCHAR)")
    run(
      """
      CREATE TABLE IF NOT EXISTS item (
        key INTEGER PRIMARY KEY, version INTEGER, room INTEGER, isdone INTEGER, number INTEGER,
        cents INTEGER, madeat REAL, title VARCHAR, payload BLOB, token BLOB)
      """)
    run("CREATE INDEX IF NOT EXISTS item_room ON item (room)")
    PlainFolding.install(on: database)
  }

  deinit { sqlite3_close_v2(database) }

  func insert(_ values: [WideValues], toRoom: Int) {
    run("BEGIN IMMEDIATE")
    let room = prepare("INSERT INTO room (version, name) VALUES (1, ?)")
    let insert = prepare(
      """
      INSERT INTO item (version, room, isdone, number, cents, madeat, title, payload, token)
      VALUES (1, ?, ?, ?, ?, ?, ?, ?, ?)
      """)
    var roomKey: Int64 = 0
    for (index, values) in values.enumerated() {
      if index % toRoom == 0 {
        bind("room \(index / toRoom)", to: room, at: 1)
        step(room)
        sqlite3_reset(room)
        roomKey = sqlite3_last_insert_rowid(database)
      }
      sqlite3_bind_int64(insert, 1, roomKey)
      sqlite3_bind_int64(insert, 2, values.isDone ? 1 : 0)
      sqlite3_bind_int64(insert, 3, values.number)
      sqlite3_bind_int64(insert, 4, values.cents)
      sqlite3_bind_double(insert, 5, values.madeAt.timeIntervalSinceReferenceDate)
      bind(values.title, to: insert, at: 6)
      values.payload.withUnsafeBytes {
        _ = sqlite3_bind_blob(insert, 7, $0.baseAddress, Int32($0.count), transient)
      }
      withUnsafeBytes(of: values.token.uuid) {
        _ = sqlite3_bind_blob(insert, 8, $0.baseAddress, 16, transient)
      }
      step(insert)
      sqlite3_reset(insert)
    }
    sqlite3_finalize(insert)
    sqlite3_finalize(room)
    run("COMMIT")
  }

  private static let columns =
    "item.key, number, title, madeat, cents, token, payload, isdone, room"

  func items(_ rest: String = "", _ pattern: String? = nil) -> [Item] {
    let query = prepare("SELECT \(Self.columns) FROM item \(rest)")
    defer { sqlite3_finalize(query) }
    if let pattern { bind(pattern, to: query, at: 1) }
    var items: [Item] = []
    while sqlite3_step(query) == SQLITE_ROW {
      let title = UnsafeBufferPointer(
        start: sqlite3_column_text(query, 2), count: Int(sqlite3_column_bytes(query, 2)))
      let payload = UnsafeRawBufferPointer(
        start: sqlite3_column_blob(query, 6), count: Int(sqlite3_column_bytes(query, 6)))
      let token = sqlite3_column_blob(query, 5).loadUnaligned(as: uuid_t.self)
      items.append(
        Item(
          key: sqlite3_column_int64(query, 0), number: sqlite3_column_int64(query, 1),
          title: String(decoding: title, as: UTF8.self), madeAt: sqlite3_column_double(query, 3),
          cents: sqlite3_column_int64(query, 4), token: token, payload: Array(payload),
          isDone: sqlite3_column_int64(query, 7) != 0, room: sqlite3_column_int64(query, 8)))
    }
    return items
  }

  /// Every item with the name of its room, by one join.
  func namesOfRooms() -> Int {
    let query = prepare("SELECT room.name FROM item JOIN room ON room.key = item.room")
    defer { sqlite3_finalize(query) }
    var sum = 0
    while sqlite3_step(query) == SQLITE_ROW {
      sum += String(cString: sqlite3_column_text(query, 0)).utf8.count
    }
    return sum
  }

  func update(keys: ClosedRange<Int64>, round: Int) {
    run("BEGIN IMMEDIATE")
    let update = prepare(
      "UPDATE item SET number = ?, version = version + 1 WHERE key = ? AND version = ?")
    let version = prepare("SELECT version FROM item WHERE key = ?")
    for key in keys {
      sqlite3_bind_int64(version, 1, key)
      step(version)
      let now = sqlite3_column_int64(version, 0)
      sqlite3_reset(version)
      sqlite3_bind_int64(update, 1, key + Int64(round))
      sqlite3_bind_int64(update, 2, key)
      sqlite3_bind_int64(update, 3, now)
      step(update)
      sqlite3_reset(update)
    }
    sqlite3_finalize(update)
    sqlite3_finalize(version)
    run("COMMIT")
  }

  private var transient: sqlite3_destructor_type {
    unsafeBitCast(-1, to: sqlite3_destructor_type.self)
  }

  private func run(_ sql: String) { check(sqlite3_exec(database, sql, nil, nil, nil)) }

  private func prepare(_ sql: String) -> OpaquePointer? {
    var statement: OpaquePointer?
    check(sqlite3_prepare_v2(database, sql, -1, &statement, nil))
    return statement
  }

  private func bind(_ text: String, to statement: OpaquePointer?, at index: Int32) {
    sqlite3_bind_text(statement, index, text, Int32(text.utf8.count), transient)
  }

  private func step(_ statement: OpaquePointer?) {
    let code = sqlite3_step(statement)
    precondition(
      code == SQLITE_ROW || code == SQLITE_DONE, String(cString: sqlite3_errmsg(database)))
  }

  private func check(_ code: Int32) {
    precondition(code == SQLITE_OK, database.map { String(cString: sqlite3_errmsg($0)) } ?? "open")
  }
}
