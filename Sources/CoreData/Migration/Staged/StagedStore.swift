internal import Foundation
internal import Interleaving
internal import Synchronization

/// A store that is being migrated in stages: what it says of itself, and ways to open it for a
/// while.
struct StagedStore {
  let type: NSPersistentStore.StoreType
  let configuration: String?
  let url: URL
  /// Those of the caller, without the manager of the stages.
  let options: [AnyHashable: Any]

  var label: String { url.storeWords }

  /// Whether there is something to migrate.
  var isThere: Bool {
    let attributes = try? FileManager.default.attributesOfItem(atPath: url.path)
    return (attributes?[.size] as? Int ?? 0) > 0
  }

  func metadata() throws -> StoreMetadata {
    StoreMetadata(try NSPersistentStoreCoordinator.metadataForPersistentStore(type: type, at: url))
  }

  /// Whether the store needs no migration for a model.
  func fits(_ model: NSManagedObjectModel) throws -> Bool {
    var options = options
    options[NSMigratePersistentStoresAutomaticallyOption] = nil
    options[NSReadOnlyPersistentStoreOption] = true
    do {
      let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model.ofPlainObjects)
      try coordinator.remove(
        coordinator.addPersistentStore(
          type: type, configuration: configuration, at: url, options: options))
      return true
    } catch let error as CocoaError where error.code == .persistentStoreIncompatibleVersionHash {
      return false
    }
  }

  /// Opens the store with a version, which migrates it if need be, for the time of `body`. If it is
  /// migrated, it is marked until `body` has done its work, should that be asked for.
  func withContainer(
    _ model: NSManagedObjectModel, marks: Bool, _ body: (NSPersistentContainer) throws -> Void
  ) throws {
    var options = options
    options[StoreMetadata.stageMark] = marks
    let container = MigrationContainer(
      name: "Migration", managedObjectModel: model.ofPlainObjects)
    let coordinator = container.persistentStoreCoordinator
    let store = try coordinator.addPersistentStore(
      type: type, configuration: configuration, at: url, options: options)
    do {
      try body(container)
      if marks, let backend = store.backend as? SQLiteStore {
        try coordinator.execute(.write, on: store, .finishMigration, rows: 0) { _ in
          try backend.changeMetadata("finishing a stage") { metadata, _ in
            metadata.awaitingHandler(false)
          }
        }
      }
    } catch {
      try? coordinator.remove(store)
      throw error
    }
    try coordinator.remove(store)
  }
}

/// Opens a store where it is, so that it needs no folder for stores.
private final class MigrationContainer: NSPersistentContainer, @unchecked Sendable {
  // @unchecked Sendable because it adds nothing.
  override class func defaultDirectoryURL() -> URL { FileManager.default.temporaryDirectory }
}

extension StoreMetadata {
  /// As an option: a migration leaves a mark. In the metadata: the mark, until the handler after
  /// the step has run; a process that is killed before would not know of it otherwise.
  static let stageMark = "WorkbookStageAwaitsHandler"

  var awaitsHandler: Bool { values[Self.stageMark] as? Bool == true }

  func awaitingHandler(_ awaits: Bool) -> StoreMetadata {
    var values = values
    values[Self.stageMark] = awaits ? true : nil
    return StoreMetadata(values)
  }
}

extension NSManagedObjectModel {
  /// A copy whose objects are plain managed objects: an old version's classes may be gone.
  var ofPlainObjects: NSManagedObjectModel {
    guard let plain = copy() as? NSManagedObjectModel else {
      preconditionFailure("a copy of a model is a model")
    }
    for entity in plain.entities {
      (entity.managedObjectClassName, entity.objectClass) = ("NSManagedObject", nil)
    }
    return plain
  }
}
