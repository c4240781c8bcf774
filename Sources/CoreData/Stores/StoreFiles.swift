public import Foundation
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

  static func isOpen(_ url: URL) -> Bool { counts.withLock { $0[key(url)] != nil } }

  private static func key(_ url: URL) -> String { url.resolvingSymlinksInPath().path }
}

/// The files that make up one SQLite store.
struct StoreFiles {
  let url: URL

  /// The database itself, its write-ahead log and the index of that, its rollback journal.
  private var all: [URL] {
    ["", "-wal", "-shm", "-journal"].map { URL(fileURLWithPath: url.path + $0) }
  }

  func requireClosed(to doing: String) throws {
    if OpenFiles.isOpen(url) { throw CocoaError.openStore(url, doing: doing) }
  }

  func destroy() throws {
    for file in all where FileManager.default.fileExists(atPath: file.path) {
      try FileManager.default.removeItem(at: file)
    }
  }

  /// The folder with the large values of the store.
  private var largeValues: URL { ExternalFiles.folder(besideStoreAt: url) }

  func destroyLargeValues() throws {
    let support = largeValues.deletingLastPathComponent()
    if FileManager.default.fileExists(atPath: support.path) {
      try FileManager.default.removeItem(at: support)
    }
  }

  /// Takes the large values of another store along.
  func copyLargeValues(from source: URL) throws {
    let others = StoreFiles(url: source).largeValues
    guard FileManager.default.fileExists(atPath: others.path), others != largeValues else { return }
    try destroyLargeValues()
    let support = largeValues.deletingLastPathComponent()
    try FileManager.default.createDirectory(at: support, withIntermediateDirectories: true)
    try FileManager.default.copyItem(at: others, to: largeValues)
  }

  /// Copies a store through SQLite, so that what is only in its log comes too.
  func copy(from source: URL, journal: SQLJournal) throws {
    let connection = try SQLiteConnection(
      source.path, readOnly: false, creates: false, timeout: .seconds(5), journal: journal)
    defer { connection.close() }
    let path = url.path.replacing("'", with: "''")
    try connection.execute("VACUUM INTO '\(path)'", doing: "copying")
  }
}

// MARK: Destroying, replacing, moving

extension NSPersistentStoreCoordinator {
  /// Removes the files of a store that nobody in this process has open.
  public final func destroyPersistentStore(
    at url: URL, type: NSPersistentStore.StoreType, options: [AnyHashable: Any]? = nil
  ) throws {
    guard type == .sqlite, DatabasePlace(url).isFile else { return }
    try StoreFiles(url: url).requireClosed(to: "destroyed")
    try StoreFiles(url: url).destroy()
    try StoreFiles(url: url).destroyLargeValues()
  }

  /// Removes the files of a store that nobody in this process has open.
  public final func destroyPersistentStore(
    at url: URL, ofType type: String, options: [AnyHashable: Any]? = nil
  ) throws {
    try destroyPersistentStore(
      at: url, type: NSPersistentStore.StoreType(rawValue: type), options: options)
  }

  /// Puts a copy of the store at `sourceURL` in the place of the one at `destinationURL`.
  public final func replacePersistentStore(
    at destinationURL: URL, destinationOptions: [AnyHashable: Any]? = nil,
    withPersistentStoreFrom sourceURL: URL, sourceOptions: [AnyHashable: Any]? = nil,
    type: NSPersistentStore.StoreType
  ) throws {
    try StoreFiles(url: destinationURL).requireClosed(to: "replaced")
    let journal = SQLJournal(runtime: runtime, store: "the store at \(sourceURL.path)")
    let temporary = URL(fileURLWithPath: destinationURL.path + "-new")
    do {
      try StoreFiles(url: temporary).destroy()
      try StoreFiles(url: temporary).copy(from: sourceURL, journal: journal)
    } catch let error as SQLiteError {
      throw error.cocoaError(store: "the store at \(sourceURL.path)", timeout: .seconds(5))
    }
    try StoreFiles(url: destinationURL).destroy()
    try StoreFiles(url: destinationURL).copyLargeValues(from: sourceURL)
    try FileManager.default.moveItem(at: temporary, to: destinationURL)
  }

  /// Puts a copy of the store at `sourceURL` in the place of the one at `destinationURL`.
  public final func replacePersistentStore(
    at destinationURL: URL, destinationOptions: [AnyHashable: Any]?,
    withPersistentStoreFrom sourceURL: URL, sourceOptions: [AnyHashable: Any]?,
    ofType type: String
  ) throws {
    try replacePersistentStore(
      at: destinationURL, withPersistentStoreFrom: sourceURL,
      type: NSPersistentStore.StoreType(rawValue: type))
  }

  /// Moves a SQLite store to another place: writes a copy there, opens it, and closes the old one,
  /// whose file stays.
  @discardableResult
  public final func migratePersistentStore(
    _ store: NSPersistentStore, to url: URL, options: [AnyHashable: Any]? = nil,
    type: NSPersistentStore.StoreType
  ) throws -> NSPersistentStore {
    guard store.type == type.rawValue, type == .sqlite, let source = store.url,
      DatabasePlace(source).isFile
    else { throw CocoaError.unsupportedMove(of: store, to: type.rawValue) }
    let new = try execute(.write, on: store, .move, rows: 0) { _ in
      try StoreFiles(url: url).requireClosed(to: "overwritten")
      try StoreFiles(url: url).destroy()
      let journal = SQLJournal(runtime: runtime, store: store.label)
      do {
        try StoreFiles(url: url).copy(from: source, journal: journal)
        try StoreFiles(url: url).copyLargeValues(from: source)
      } catch let error as SQLiteError {
        throw error.cocoaError(store: store.label, timeout: .seconds(5))
      }
      return url
    }
    try remove(store)
    return try addPersistentStore(
      type: type, configuration: store.configurationName, at: new, options: options)
  }

  /// Moves a SQLite store to another place.
  @discardableResult
  public final func migratePersistentStore(
    _ store: NSPersistentStore, to url: URL, options: [AnyHashable: Any]?, withType type: String
  ) throws -> NSPersistentStore {
    try migratePersistentStore(
      store, to: url, options: options, type: NSPersistentStore.StoreType(rawValue: type))
  }
}

extension CocoaError {
  fileprivate static func openStore(_ url: URL, doing: String) -> CocoaError {
    coreData(
      .persistentStoreOperation, "The store at \(url.path)",
      "is open in this process and cannot be \(doing)",
      wayOut: "Remove it from its coordinator first.")
  }

  fileprivate static func unsupportedMove(
    of store: NSPersistentStore, to type: String
  ) -> CocoaError {
    coreData(
      .persistentStoreInvalidType, store.label, "cannot be moved to a store of type \(type)",
      wayOut: "Only SQLite files are moved, to SQLite files.")
  }
}
