import CoreData
import Foundation
import Testing

/// Names that code from Xcode uses. That they are there, with these types, is checked by the
/// compiler; nothing here is called.
struct NamedSymbolsTests {
  @Test func `names that code from Xcode uses compile with their types`() {
    let all: [Any] = [
      Self.stores, Self.migration, Self.requests, Self.models, Self.notifications,
    ]
    #expect(all.count == 5)
  }

  private static let stores:
    @Sendable (NSPersistentStoreCoordinator, NSPersistentStore, URL) throws -> Void =
      { coordinator, store, url in
        NSPersistentStoreCoordinator.registerStoreClass(NSAtomicStore.self, forStoreType: "Own")
        NSPersistentStoreCoordinator.registerStoreClass(NSIncrementalStore.self, type: .binary)
        _ = coordinator.setURL(url, for: store) as Bool
        _ = coordinator.currentPersistentHistoryToken(fromStores: nil)
        store.metadata = [NSStoreUUIDKey: "", NSStoreTypeKey: NSBinaryStoreType]
        store.identifier = ""
        store.url = url
        store.isReadOnly = true
        try store.loadMetadata()
        store.didAdd(to: coordinator)
        store.willRemove(from: coordinator)
        _ = try coordinator.migratePersistentStore(
          store, to: url, options: nil, withType: NSXMLStoreType)
        let options: [String: Any] = [
          NSSQLiteManualVacuumOption: true, NSSQLiteAnalyzeOption: true,
        ]
        _ = options
        let atomic = NSAtomicStore(
          persistentStoreCoordinator: coordinator, configurationName: nil, at: url)
        atomic.addCacheNodes(atomic.cacheNodes())
        let incremental = NSIncrementalStore(
          persistentStoreCoordinator: coordinator, configurationName: nil, at: url)
        _ = try incremental.execute(
          NSSaveChangesRequest(inserted: nil, updated: nil, deleted: nil, locked: nil), with: nil)
      }

  private static let migration: @Sendable (NSManagedObjectModel, URL) throws -> Void = {
    model, url in
    let mapping = try NSMappingModel.inferredMappingModel(
      forSourceModel: model, destinationModel: model)
    let manager = NSMigrationManager(sourceModel: model, destinationModel: model)
    try manager.migrateStore(
      from: url, sourceType: NSSQLiteStoreType, options: nil, with: mapping, toDestinationURL: url,
      destinationType: NSXMLStoreType, destinationOptions: nil)
    let entity: NSEntityMapping? = mapping.entityMappingsByName["IEM_Copy_Room"]
    entity?.attributeMappings?.first?.valueExpression = nil
    entity?.entityMigrationPolicyClassName = NSStringFromClass(NSEntityMigrationPolicy.self)
    manager.cancelMigrationWithError(CocoaError(.migrationCancelled))
    _ = manager.migrationProgress as Float
    let stage = NSCustomMigrationStage(
      migratingFrom: NSManagedObjectModelReference(model: model, versionChecksum: ""),
      to: NSManagedObjectModelReference(fileURL: url, versionChecksum: ""))
    stage.label = "split"
    stage.willMigrateHandler = { manager, stage in _ = manager.container?.newBackgroundContext() }
    _ = NSStagedMigrationManager([NSLightweightMigrationStage([model.versionChecksum]), stage])
    let options: [String: Any] = [
      NSPersistentStoreStagedMigrationManagerOptionKey: NSStagedMigrationManager([stage]),
      NSPersistentStoreDeferredLightweightMigrationOptionKey: true,
    ]
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
    try coordinator.addPersistentStore(type: .sqlite, at: url, options: options)
    try coordinator.finishDeferredLightweightMigration()
    try coordinator.finishDeferredLightweightMigrationTask()
    _ = NSMappingModel(contentsOf: url)
    _ = NSMappingModel(from: nil, forSourceModel: model, destinationModel: model)
    _ = NSManagedObjectModel.mergedModel(from: nil, forStoreMetadata: [:])
    _ = NSManagedObjectModel(byMerging: [model], forStoreMetadata: [:])
  }

  private static let requests: @Sendable (NSManagedObjectContext) throws -> Void = { context in
    let request = NSFetchRequest<NSManagedObject>(entityName: "Room")
    let fetch = NSAsynchronousFetchRequest(fetchRequest: request) { result in
      _ = result.finalResult?.first?.objectID
      _ = result.operationError?.localizedDescription
    }
    fetch.estimatedResultCount = 10
    let result = try context.execute(fetch) as? NSPersistentStoreAsynchronousResult
    result?.progress?.cancel()
    result?.cancel()
    _ = NSPersistentHistoryChangeRequest.deleteHistory(before: Date())
    let controller = NSFetchedResultsController(
      fetchRequest: request, managedObjectContext: context, sectionNameKeyPath: nil, cacheName: nil)
    try controller.performFetch()
  }

  private static let models:
    @Sendable (
      NSManagedObjectModel, NSAttributeDescription, NSManagedObject
    ) -> Void = { model, attribute, object in
      _ = attribute.attributeValueClassName
      _ = NSCompositeAttributeDescription().elements
      _ = model.versionChecksum
      _ = NSPredicate(format: "(flags & 4) == 4")
      _ = NSMergeConflict(
        source: object, newVersion: 1, oldVersion: 0, cachedSnapshot: nil,
        persistedSnapshot: nil)
    }

  private static let notifications: @Sendable () -> [Any] = {
    [
      NSManagedObjectContext.didSaveObjectsNotification,
      NSManagedObjectContext.didChangeObjectsNotification,
      NSManagedObjectContext.NotificationKey.insertedObjects.rawValue,
      NSManagedObjectContext.didMergeChangesObjectIDsNotification,
    ]
  }
}
