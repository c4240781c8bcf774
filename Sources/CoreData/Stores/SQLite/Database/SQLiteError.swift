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

  /// What a result code means to the store's user.
  private struct Words {
    var code: CocoaError.Code
    var happened: String
    var wayOut: String

    init(of error: SQLiteError, timeout: Duration) {
      switch error.code {
      case SQLITE_BUSY, SQLITE_LOCKED:
        code = .persistentStoreTimeout
        let holder = error.lockHolder?.words ?? "another process or connection"
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

/// Who stands in the way of a writer, as the kernel's list of locks tells it.
///
/// The file is not opened to ask about its locks: closing it again would let go of every lock that
/// this process has on it.
struct LockHolder {
  let process: pid_t

  /// The process that may write to the database now; nil if that has just ended, or cannot be seen
  /// from here.
  init?(ofDatabaseAt path: String) {
    // The list is read in pieces; while others lock and unlock, a line can fall between two.
    for _ in 0..<3 {
      let locks = (try? String(contentsOfFile: "/proc/locks", encoding: .utf8)) ?? ""
      guard let holder = Self.writer(ofDatabaseAt: path, in: locks) else { continue }
      process = holder
      return
    }
    return nil
  }

  private static func writer(ofDatabaseAt path: String, in locks: String) -> pid_t? {
    // In WAL mode the lock is one byte of the shared memory, otherwise it is on the file itself.
    let files = [(path + "-shm", writeByteOfWAL...writeByteOfWAL), (path, 0...Int64.max)]
    for (file, bytes) in files {
      guard let inode = inode(of: file) else { continue }
      let holders = locks.split(separator: "\n").compactMap {
        writer($0, inode, overlapping: bytes)
      }
      if let holder = holders.first { return holder }
    }
    return nil
  }

  /// `process 4711 (import)`
  var words: String {
    if process == getpid() { return "another connection of this process" }
    let name = try? String(contentsOfFile: "/proc/\(process)/comm", encoding: .utf8)
    return "process \(process)"
      + (name.map { " (\($0.trimmingCharacters(in: .whitespacesAndNewlines)))" } ?? "")
  }

  /// Where SQLite's shared memory keeps the lock of the one writer.
  private static let writeByteOfWAL: Int64 = 120

  private static func inode(of path: String) -> String? {
    var facts = stat()
    return stat(path, &facts) == 0 ? "\(facts.st_ino)" : nil
  }

  /// The process in a line like `3: POSIX  ADVISORY  WRITE 4711 08:01:262 120 120`, if it holds
  /// some of those bytes of that file. Lines of processes that wait have an arrow in the second
  /// place.
  private static func writer(
    _ line: Substring, _ inode: String, overlapping bytes: ClosedRange<Int64>
  ) -> pid_t? {
    let fields = line.split(separator: " ")
    guard fields.count == 8, fields[1] == "POSIX", fields[3] == "WRITE",
      fields[5].split(separator: ":").last.map(String.init) == inode,
      let first = Int64(fields[6]), let process = pid_t(fields[4]), process > 0
    else { return nil }
    let last = Int64(fields[7]) ?? .max
    return first <= last && bytes.overlaps(first...last) ? process : nil
  }
}
