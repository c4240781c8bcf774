import CSQLite
import Foundation
import Testing

/// A store file looked at without Core Data.
final class PlainDatabase {
  private var handle: OpaquePointer?

  init(_ url: URL?) throws {
    let path = try #require(url).path
    try #require(sqlite3_open(path, &handle) == SQLITE_OK)
  }

  deinit { sqlite3_close_v2(handle) }

  func run(_ sql: String) throws {
    let code = sqlite3_exec(handle, sql, nil, nil, nil)
    try #require(code == SQLITE_OK, "\(sql): \(String(cString: sqlite3_errmsg(handle)))")
  }

  func text(_ sql: String) throws -> String {
    var statement: OpaquePointer?
    try #require(sqlite3_prepare_v2(handle, sql, -1, &statement, nil) == SQLITE_OK, "\(sql)")
    defer { sqlite3_finalize(statement) }
    try #require(sqlite3_step(statement) == SQLITE_ROW)
    return sqlite3_column_text(statement, 0).map { String(cString: $0) } ?? ""
  }

  /// The last column of every row.
  func rows(_ sql: String) throws -> [String] {
    var statement: OpaquePointer?
    try #require(sqlite3_prepare_v2(handle, sql, -1, &statement, nil) == SQLITE_OK, "\(sql)")
    defer { sqlite3_finalize(statement) }
    var rows: [String] = []
    while sqlite3_step(statement) == SQLITE_ROW {
      let last = sqlite3_column_count(statement) - 1
      rows.append(sqlite3_column_text(statement, last).map { String(cString: $0) } ?? "")
    }
    return rows
  }

  func number(_ sql: String) throws -> Int { Int(try text(sql)) ?? -1 }
}
