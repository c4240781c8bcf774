internal import Foundation

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
