internal import Foundation
internal import Interleaving
internal import Synchronization

// A lightweight migration copies rows into new tables. To drop the old ones takes time, too, which
// may be put off: NSPersistentStoreDeferredLightweightMigrationOptionKey is an option that asks for
// it, and a mark in the store's metadata for as long as something is left to do.

extension NSPersistentStoreCoordinator {
  /// Does all that migrations have left for later.
  public final func finishDeferredLightweightMigration() throws {
    try finishMigrations(atMost: .max)
  }

  /// Does one task of those that migrations have left for later; nothing if there is none.
  public final func finishDeferredLightweightMigrationTask() throws {
    try finishMigrations(atMost: 1)
  }

  private func finishMigrations(atMost count: Int) throws {
    var left = count
    for store in persistentStores where left > 0 && !store.isReadOnly {
      guard let backend = store.backend as? SQLiteStore, backend.hasDeferredMigration else {
        continue
      }
      left -= try execute(.write, on: store, .finishMigration, rows: 0) { _ in
        try backend.finishMigration(atMost: left)
      }
    }
  }
}

extension SQLiteStore {
  var hasDeferredMigration: Bool {
    metadata[NSPersistentStoreDeferredLightweightMigrationOptionKey] as? Bool == true
  }

  /// Drops old tables, and the mark with the last; how many were dropped.
  fileprivate func finishMigration(atMost count: Int) throws -> Int {
    var dropped: ArraySlice<String> = []
    try changeMetadata("finishing a migration") { metadata, connection in
      let tables = try Migration.oldTables(in: connection)
      dropped = tables.prefix(count)
      for table in dropped {
        try connection.execute("DROP TABLE \(sqlIdentifier(table))", doing: Migration.doing)
      }
      return metadata.deferringMigration(dropped.count < tables.count)
    }
    return dropped.count
  }

  /// Writes what is left of a migration to be known, together with work on the tables.
  func changeMetadata(
    _ doing: String, _ change: (StoreMetadata, SQLiteConnection) throws -> StoreMetadata
  ) throws {
    let known = state.withLock { $0.metadata }
    let new = try writing(doing) { connection in
      let new = try change(try StoreMetadata(readFrom: connection) ?? known, connection)
      try new.write(to: connection)
      return new
    }
    state.withLock { $0.metadata = new }
  }
}

extension StoreMetadata {
  /// With the mark that something is left to do, or without it.
  func deferringMigration(_ isDeferred: Bool) -> StoreMetadata {
    var values = values
    values[NSPersistentStoreDeferredLightweightMigrationOptionKey] = isDeferred ? true : nil
    return StoreMetadata(values)
  }
}

extension NSPersistentStoreCoordinator {
  /// Migrates a store by a mapping model in the program's resources, if it is to be migrated and
  /// the mapping is not to be worked out. The model that it was written with has to be
  /// there, too. Without either the store stays as it is, and opening it says what is missing.
  final func migrateByFoundMapping(
    _ type: NSPersistentStore.StoreType, _ configuration: String?, at url: URL?,
    _ options: [AnyHashable: Any]?
  ) throws {
    let read = StoreOptions(options)
    guard type == .sqlite, read.migrates, !read.infersMapping, !read.isReadOnly, let url,
      DatabasePlace(url).isFile
    else { return }
    var options = options ?? [:]
    options[NSMigratePersistentStoresAutomaticallyOption] = nil
    let store = StagedStore(
      type: type, configuration: configuration, url: url, options: options)
    guard store.isThere, let metadata = try? store.metadata().values,
      !managedObjectModel.isConfiguration(
        withName: configuration, compatibleWithStoreMetadata: metadata),
      let source = NSManagedObjectModel.mergedModel(from: nil, forStoreMetadata: metadata),
      let mapping = NSMappingModel(
        from: nil, forSourceModel: source, destinationModel: managedObjectModel)
    else { return }
    let manager = NSMigrationManager(sourceModel: source, destinationModel: managedObjectModel)
    try manager.migrateStore(
      from: url, type: type, options: options, mapping: mapping, to: url, type: type,
      options: options)
  }
}
