import CSQLite
import Foundation

@testable import CoreData

/// The sample rows in a database of their own, laid out as `SchemaNames` says.
final class SampleDatabase {
  private var handle: OpaquePointer?
  let names: SchemaNames

  struct Failure: Error { let message: String }

  init(_ rows: SampleRows) throws {
    names = SchemaNames(model: rows.model)
    sqlite3_open(":memory:", &handle)
    SQLFunctions.install(on: handle)
    for table in names.tables {
      let columns = table.columns.map { "\($0.name) \($0.type.rawValue)" }.joined(separator: ", ")
      _ = try run("CREATE TABLE \(table.name) (Z_PK INTEGER PRIMARY KEY, \(columns))")
    }
    for table in names.joinTables {
      _ = try run("CREATE TABLE \(table.name) (\(table.columns.joined(separator: ", ")))")
    }
    for row in rows.items + rows.boxes + rows.labels { try insert(row) }
    for box in rows.boxes { try insertPairs(of: box) }
  }

  deinit { sqlite3_close(handle) }

  private func insert(_ row: SampleRow) throws {
    var columns = ["Z_PK", "Z_ENT", "Z_OPT"]
    var values: [SQLBinding] = [
      .integer(row.id.rowKey ?? 0), .integer(names.number(of: row.id.entity)), .integer(1),
    ]
    for (property, column) in zip(row.id.entity.layout.slots, names.columns(of: row.id.entity)) {
      guard let column else { continue }
      columns.append(column.name)
      let value = row.toOne[property.name].map { Value.reference($0.id) }
      values.append((value ?? row.values[property.name])?.sqlBinding ?? .null)
    }
    let marks = columns.map { _ in "?" }.joined(separator: ", ")
    let table = names.table(of: row.id.entity).name
    _ = try run(
      "INSERT INTO \(table) (\(columns.joined(separator: ", "))) VALUES (\(marks))", values)
  }

  private func insertPairs(of box: SampleRow) throws {
    guard let labels = box.id.entity.relationshipsByName["labels"],
      case .pairs(let side)? = names.members(of: labels)
    else { return }
    for label in box.toMany["labels"] ?? [] {
      _ = try run(
        "INSERT INTO \(side.table) (\(side.owner), \(side.member)) VALUES (?, ?)",
        [.integer(box.id.rowKey ?? 0), .integer(label.id.rowKey ?? 0)])
    }
  }

  /// The rows that a statement gives.
  func run(_ sql: String, _ bindings: [SQLBinding] = []) throws -> [[SQLBinding]] {
    var statement: OpaquePointer?
    guard sqlite3_prepare_v2(handle, sql, -1, &statement, nil) == SQLITE_OK else {
      throw Failure(message: "\(String(cString: sqlite3_errmsg(handle))): \(sql)")
    }
    defer { sqlite3_finalize(statement) }
    for (index, binding) in bindings.enumerated() { bind(binding, Int32(index + 1), statement) }
    var rows: [[SQLBinding]] = []
    while true {
      switch sqlite3_step(statement) {
      case SQLITE_ROW:
        rows.append((0..<sqlite3_column_count(statement)).map { column($0, statement) })
      case SQLITE_DONE: return rows
      default: throw Failure(message: "\(String(cString: sqlite3_errmsg(handle))): \(sql)")
      }
    }
  }

  func run(_ statement: SQLStatement) throws -> [[SQLBinding]] {
    try run(statement.text, statement.bindings)
  }

  /// How SQLite means to run a statement.
  func plan(_ statement: SQLStatement) throws -> String {
    try run("EXPLAIN QUERY PLAN " + statement.text, statement.bindings)
      .compactMap { if case .text(let text)? = $0.last { text } else { nil } }
      .joined(separator: "\n")
  }

  private func bind(_ value: SQLBinding, _ index: Int32, _ statement: OpaquePointer?) {
    let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
    switch value {
    case .null: sqlite3_bind_null(statement, index)
    case .integer(let number): sqlite3_bind_int64(statement, index, number)
    case .real(let number): sqlite3_bind_double(statement, index, number)
    case .text(let text):
      sqlite3_bind_text(statement, index, text, Int32(text.utf8.count), transient)
    case .blob(let data):
      _ = data.withUnsafeBytes {
        sqlite3_bind_blob(statement, index, $0.baseAddress, Int32($0.count), transient)
      }
    }
  }

  private func column(_ index: Int32, _ statement: OpaquePointer?) -> SQLBinding {
    switch sqlite3_column_type(statement, index) {
    case SQLITE_INTEGER: .integer(sqlite3_column_int64(statement, index))
    case SQLITE_FLOAT: .real(sqlite3_column_double(statement, index))
    case SQLITE_TEXT: .text(String(cString: sqlite3_column_text(statement, index)))
    case SQLITE_NULL: .null
    default: .blob(Data())
    }
  }
}
