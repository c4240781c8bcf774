public import Foundation
internal import Interleaving

// Stores as files: emptied, replaced by copies of others, moved to other places.

extension NSPersistentStoreCoordinator {
  /// Empties the file of a store, which stays. If this coordinator has it open, it removes it
  /// first. One that another coordinator of this process has open is emptied only if
  /// `NSPersistentStoreForceDestroyOption` says so; its other users get errors from then on.
  public final func destroyPersistentStore(
    at url: URL, type: NSPersistentStore.StoreType, options: [AnyHashable: Any]? = nil
  ) throws {
    guard type == .sqlite || StoreClasses.find(type) is NSAtomicStore.Type,
      DatabasePlace(url).isFile
    else { return }
    let files = StoreFiles(url: url)
    try files.requireFile(to: "destroyed")
    let isForced = options?[NSPersistentStoreForceDestroyOption] as? Bool ?? false
    if !isForced { try letGo(of: files, to: "destroyed") }
    if type != .sqlite {
      if FileManager.default.fileExists(atPath: url.path) {
        try FileManager.default.removeItem(at: url)
      }
      return
    }
    try translatingErrors(of: url) { try files.truncate(journal: $0) }
    try files.destroyLargeValues()
  }

  /// Empties the file of a store, which stays.
  public final func destroyPersistentStore(
    at url: URL, ofType type: String, options: [AnyHashable: Any]? = nil
  ) throws {
    try destroyPersistentStore(
      at: url, type: NSPersistentStore.StoreType(rawValue: type), options: options)
  }

  /// Removes the store with these files, if this coordinator has it and no other one does.
  @discardableResult
  private final func letGo(of files: StoreFiles, to doing: String) throws -> NSPersistentStore? {
    let own = persistentStore(for: files.url)
    try files.requireClosed(to: doing, besides: own == nil ? 0 : 1)
    if let own { try remove(own) }
    return own
  }

  /// Puts a copy of the store at `sourceURL` in the place of the one at `destinationURL`. If this
  /// coordinator has that open, it removes it first, and adds what is there then in the same way.
  public final func replacePersistentStore(
    at destinationURL: URL, destinationOptions: [AnyHashable: Any]? = nil,
    withPersistentStoreFrom sourceURL: URL, sourceOptions: [AnyHashable: Any]? = nil,
    type: NSPersistentStore.StoreType
  ) throws {
    let files = StoreFiles(url: destinationURL)
    try files.requireFile(to: "replaced")
    try StoreFiles(url: sourceURL).requireFile(to: "copied")
    let own = try letGo(of: files, to: "replaced")
    try translatingErrors(of: sourceURL) {
      try files.replace(withCopyOf: sourceURL, journal: $0)
    }
    guard let own else { return }
    try addPersistentStore(
      type: type, configuration: own.givenConfiguration, at: destinationURL,
      options: destinationOptions ?? own.options)
  }

  private final func translatingErrors<Result>(
    of url: URL, _ body: (SQLJournal) throws -> Result
  ) throws -> Result {
    let label = url.storeWords
    do { return try body(SQLJournal(runtime: runtime, store: label)) } catch let error
      as SQLiteError
    {
      throw error.cocoaError(store: label, timeout: .seconds(5))
    }
  }

  /// Puts a copy of the store at `sourceURL` in the place of the one at `destinationURL`.
  public final func replacePersistentStore(
    at destinationURL: URL, destinationOptions: [AnyHashable: Any]? = nil,
    withPersistentStoreFrom sourceURL: URL, sourceOptions: [AnyHashable: Any]? = nil,
    ofType type: String
  ) throws {
    try replacePersistentStore(
      at: destinationURL, withPersistentStoreFrom: sourceURL,
      type: NSPersistentStore.StoreType(rawValue: type))
  }

  /// Moves a store to another place, and to another type: writes a copy there, opens it, and closes
  /// the old one, whose file stays.
  @discardableResult
  public final func migratePersistentStore(
    _ store: NSPersistentStore, to url: URL, options: [AnyHashable: Any]? = nil,
    type: NSPersistentStore.StoreType
  ) throws -> NSPersistentStore {
    guard store.type == type.rawValue, type == .sqlite, let source = store.url,
      DatabasePlace(source).isFile
    else { return try copyRows(of: store, to: url, type, options) }
    let new = try execute(.write, on: store, .move, rows: 0) { _ in
      let files = StoreFiles(url: url)
      try files.requireFile(to: "overwritten")
      try files.requireClosed(to: "overwritten")
      try translatingErrors(of: source) { try files.replace(withCopyOf: source, journal: $0) }
      return url
    }
    try remove(store)
    return try addPersistentStore(
      type: type, configuration: store.givenConfiguration, at: new, options: options)
  }

  /// Moves a store to another place, and to another type.
  @discardableResult
  public final func migratePersistentStore(
    _ store: NSPersistentStore, to url: URL, options: [AnyHashable: Any]? = nil,
    withType type: String
  ) throws -> NSPersistentStore {
    try migratePersistentStore(
      store, to: url, options: options, type: NSPersistentStore.StoreType(rawValue: type))
  }
}
