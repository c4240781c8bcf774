internal import CSQLite
internal import Foundation

/// A call of SQLite that failed: its codes, the statement, and what was being done.
struct SQLiteError: Error {
  /// The primary result code.
  var code: Int32
  var extendedCode: Int32
  /// SQLite's own words.
  var message: String
  var sql: String?
  /// What the call was for: `saving`, `opening`.
  var doing: String
  /// The file of the database, if it has one.
  var path: String?
  /// Who held the lock that was waited for, if that could be seen.
  var lockHolder: LockHolder?

  init(_ code: Int32, on handle: OpaquePointer?, sql: String? = nil, doing: String) {
    self.code = code & 0xff
    extendedCode = handle.map(sqlite3_extended_errcode) ?? code
    message =
      (handle.map { sqlite3_errmsg($0) } ?? sqlite3_errstr(code)).map { String(cString: $0) } ?? ""
    self.sql = sql
    self.doing = doing
    path = handle.flatMap { sqlite3_db_filename($0, "main") }.map { String(cString: $0) }
    if self.code == SQLITE_BUSY, let path { lockHolder = LockHolder(ofDatabaseAt: path) }
  }
}

extension SQLiteError {
  /// Whether the file is no database, or a damaged one.
  var isOfDamage: Bool { code == SQLITE_NOTADB || code == SQLITE_CORRUPT }

  /// The error as users of Core Data get it.
  func cocoaError(store: String, timeout: Duration) -> CocoaError {
    let words = Words(of: self, timeout: timeout)
    var facts: [String: Any] = [
      NSSQLiteErrorDomain: Int(code), "NSSQLiteExtendedErrorCode": Int(extendedCode),
      "NSSQLiteMessage": message,
    ]
    facts["NSSQLiteStatement"] = sql
    if let path, !path.isEmpty { facts[NSFilePathErrorKey] = path }
    facts[NSUnderlyingErrorKey] = NSError(
      domain: NSSQLiteErrorDomain, code: Int(code), userInfo: [NSLocalizedDescriptionKey: message])
    return CocoaError.coreData(
      words.code, store.capitalizedFirst,
      "\(words.happened) while \(doing) (SQLite \(extendedCode): \(message))",
      wayOut: words.wayOut, facts)
  }

  /// What a result code means to whoever uses the store.
  private struct Words {
    var code: CocoaError.Code
    var happened: String
    var wayOut: String

    init(of error: SQLiteError, timeout: Duration) {
      switch error.code {
      case SQLITE_BUSY, SQLITE_LOCKED:
        code = .persistentStoreTimeout
        let holder = error.lockHolder?.words ?? "somebody else"
        happened = "was locked by \(holder) for longer than \(timeout)"
        wayOut = "Try again, or raise NSPersistentStoreTimeoutOption; nothing was written."
      case SQLITE_FULL:
        code = .fileWriteOutOfSpace
        happened = "found no room on the disk"
        wayOut = "Make room and save again; nothing was written and nothing is lost."
      case SQLITE_READONLY:
        code = .fileWriteNoPermission
        happened = "may not be written"
        wayOut = "Change the permissions of the file and its folder, or open it read-only."
      case SQLITE_CANTOPEN:
        code = .persistentStoreOpen
        happened = "could not be opened"
        wayOut = "Check that its folder exists and may be written."
      case SQLITE_NOTADB, SQLITE_CORRUPT:
        code = .fileReadCorruptFile
        happened = "is not a sound SQLite database"
        wayOut = "Restore it from a copy, or destroy it with destroyPersistentStore and start anew."
      case SQLITE_CONSTRAINT:
        code = .managedObjectConstraintMerge
        happened = "refused a row that breaks a constraint"
        wayOut = "Look for two rows with the same unique values."
      case SQLITE_IOERR:
        code = .persistentStoreSave
        happened = "met an input/output error"
        wayOut = "Check the disk and whether the store's folder still exists."
      default:
        code = .sqlite
        happened = "failed"
        wayOut = "The statement stands in userInfo; nothing was written."
      }
    }
  }
}

extension String {
  fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
