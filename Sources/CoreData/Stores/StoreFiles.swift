internal import Foundation
internal import Interleaving
internal import Synchronization

/// Which files are open as stores in this process. A file that is may not be destroyed or
/// replaced: SQLite would go on writing into something that has no name any more (fact P11).
enum OpenFiles {
  private static let counts = Mutex<[String: Int]>([:])

  static func opened(_ url: URL) { counts.withLock { $0[key(url), default: 0] += 1 } }

  static func closed(_ url: URL) {
    counts.withLock { counts in
      let left = (counts[key(url)] ?? 1) - 1
      counts[key(url)] = left > 0 ? left : nil
    }
  }

  /// Whether it is, `own` times aside.
  static func isOpen(_ url: URL, besides own: Int) -> Bool {
    counts.withLock { $0[key(url), default: 0] > own }
  }

  private static func key(_ url: URL) -> String { url.resolvingSymlinksInPath().path }
}

/// The files that make up one SQLite store.
struct StoreFiles {
  let url: URL
  private static let timeout = Duration.seconds(5)

  init(url: URL) { self.url = url }
  init(path: String) { url = URL(fileURLWithPath: path) }

  /// Beside the database: its write-ahead log and the index of that, its rollback journal.
  private var besides: [URL] {
    ["-wal", "-shm", "-journal"].map { URL(fileURLWithPath: url.path + $0) }
  }

  /// - Parameter own: how often who asks has it open.
  func requireClosed(to doing: String, besides own: Int = 0) throws {
    if OpenFiles.isOpen(url, besides: own) { throw CocoaError.openStore(url, doing: doing) }
  }

  /// Refuses a folder, a device and whatever else is not a file that may be taken away; a missing
  /// file will do.
  func requireFile(to doing: String) throws {
    var status = stat()
    if stat(url.path, &status) == 0, status.st_mode & S_IFMT != S_IFREG {
      throw CocoaError.noRegularFile(url, doing: doing)
    }
  }

  /// The folder with the large values of the store.
  private var largeValues: URL { ExternalFiles.folder(besideStoreAt: url) }
  /// The folder that Apple uses; nil if other files beside the store would use it too.
  private var unsharedLargeValues: URL? {
    let name = url.deletingPathExtension().lastPathComponent
    let folder = url.deletingLastPathComponent().path
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    let others = names.map { URL(fileURLWithPath: $0) }.filter { file in
      file.deletingPathExtension().lastPathComponent == name
        && !([url] + besides).contains { $0.lastPathComponent == file.lastPathComponent }
    }
    return others.isEmpty ? ExternalFiles.sharedFolder(besideStoreAt: url) : nil
  }

  func destroyLargeValues() throws {
    for folder in [largeValues, unsharedLargeValues].compactMap({ $0 }) {
      let support = folder.deletingLastPathComponent()
      if FileManager.default.fileExists(atPath: support.path) {
        try FileManager.default.removeItem(at: support)
      }
    }
  }

  /// Puts the large values of another store beside those of this one: their names are unique.
  private func addLargeValues(of source: URL) throws -> Set<String> {
    var added: Set<String> = []
    let others = StoreFiles(url: source).largeValues
    for folder in [ExternalFiles.sharedFolder(besideStoreAt: source), others] {
      let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
      if names.isEmpty { continue }
      try FileManager.default.createDirectory(at: largeValues, withIntermediateDirectories: true)
      for name in names.sorted() {
        let copy = largeValues.appendingPathComponent(name)
        if !FileManager.default.fileExists(atPath: copy.path) {
          try FileManager.default.copyItem(at: folder.appendingPathComponent(name), to: copy)
        }
        added.insert(name)
      }
    }
    return added
  }

  /// Takes away the large values that no row refers to any more.
  private func removeLargeValues(otherThan kept: Set<String>) throws {
    if kept.isEmpty { return try destroyLargeValues() }
    let names = try FileManager.default.contentsOfDirectory(atPath: largeValues.path)
    for name in names where !kept.contains(name) {
      try FileManager.default.removeItem(at: largeValues.appendingPathComponent(name))
    }
  }

  /// The size of the file; nil if there is none, an error if it is too short for a database.
  /// SQLite takes such a file for a new one.
  func size(_ label: String) throws -> Int? {
    var status = stat()
    guard stat(url.path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    if status.st_size > 0 && status.st_size < 512 {
      throw CocoaError.damagedStore(
        label, at: url.path, "it has \(status.st_size) bytes, and a database has at least 512")
    }
    return Int(status.st_size)
  }

  /// Empties the database in its place, through SQLite, so that locks are kept and others who have
  /// it open find it empty. What is no database any more is cut off.
  func truncate(journal: SQLJournal) throws {
    guard FileManager.default.fileExists(atPath: url.path) else {
      removeBesides()
      // As with one that was there, an empty file stays; where there is no folder, nothing can.
      _ = FileManager.default.createFile(atPath: url.path, contents: nil)
      return
    }
    do {
      let connection = try SQLiteConnection(
        url.path, readOnly: false, creates: false, timeout: Self.timeout, journal: journal)
      defer { connection.close() }
      try connection.resetDatabase()
    } catch let error as SQLiteError where error.isOfDamage {
      let file = try FileHandle(forWritingTo: url)
      try file.truncate(atOffset: 0)
      try file.close()
      removeBesides()
    }
  }

  private func removeBesides() {
    for file in besides { try? FileManager.default.removeItem(at: file) }
  }

  /// Brings what is only in the log of the database here into it, so that the log can go before the
  /// database does. What is no database has none.
  private func emptyLog(_ journal: SQLJournal) {
    guard besides.contains(where: { FileManager.default.fileExists(atPath: $0.path) }),
      let connection = try? SQLiteConnection(
        url.path, readOnly: false, creates: false, timeout: Self.timeout, journal: journal)
    else { return }
    defer { connection.close() }
    try? connection.execute("PRAGMA wal_checkpoint(TRUNCATE)", doing: "copying")
  }

  /// Puts a copy of a store here, through SQLite, so that what is only in its log comes too.
  /// Whenever the process is killed, there is the old store or the new one.
  func replace(withCopyOf source: URL, journal: SQLJournal) throws {
    let temporary = URL(fileURLWithPath: url.path + "-new")
    try? FileManager.default.removeItem(at: temporary)
    let connection = try SQLiteConnection(
      source.path, readOnly: false, creates: false, timeout: Self.timeout, journal: journal)
    defer { connection.close() }
    let path = temporary.path.replacing("'", with: "''")
    try connection.execute("VACUUM INTO '\(path)'", doing: "copying")
    let largeValues = try addLargeValues(of: source)
    emptyLog(journal)
    removeBesides()
    if rename(temporary.path, url.path) != 0 {
      let reason = String(cString: strerror(errno))
      try? FileManager.default.removeItem(at: temporary)
      throw CocoaError.unreplaced(url, reason)
    }
    if source != url { try removeLargeValues(otherThan: largeValues) }
  }
}

extension CocoaError {
  fileprivate static func unreplaced(_ url: URL, _ reason: String) -> CocoaError {
    coreData(
      .fileWriteUnknown, "The store at \(url.path)", "could not be replaced (\(reason))",
      wayOut: "Check the permissions of its folder.", [NSFilePathErrorKey: url.path])
  }

  fileprivate static func openStore(_ url: URL, doing: String) -> CocoaError {
    coreData(
      .persistentStoreOperation, "The store at \(url.path)",
      "is open in this process and cannot be \(doing)",
      wayOut: "Remove it from its coordinator first, or destroy it with "
        + "NSPersistentStoreForceDestroyOption.")
  }
}
