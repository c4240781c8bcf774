import CoreData
import Foundation
import Interleaving
import WorkbookKit

/// A file of the version before, which app and widget find after an update. Rooms have got a code
/// since, and the app's stage makes it of their names.
final class OldFile: @unchecked Sendable {
  // @unchecked Sendable because a run has one thread going at a time.
  private let database: SharedDatabase
  private let lock: Lock
  private var open: [NSPersistentStoreCoordinator] = []

  init(_ runtime: Runtime) throws {
    database = try .inFile()
    // SQLite lets one at a time migrate; here they take turns for as long as that lasts.
    lock = runtime.lock("file")
    try runtime.untraced {
      let old = try opened(1, [:])
      let context = context(on: old)
      try context.performAndWait {
        let room = NSEntityDescription.insertNewObject(forEntityName: "Room", into: context)
        room.setValue("Harbour", forKey: "name")
        try context.save()
        context.reset()
      }
      try old.remove(old.persistentStores[0])
    }
  }

  /// Opens it with the new version of the model.
  func open(_ name: String, _ options: [AnyHashable: Any]) throws {
    try lock.withLock {
      Runtime.current.note(name, "opens the file")
      open.append(try opened(2, options))
    }
  }

  func judged() throws -> String {
    let context = context(on: try opened(2, [:]))
    return try context.performAndWait {
      let rooms = try context.fetch(NSFetchRequest<NSManagedObject>(entityName: "Room"))
      return rooms[0].value(forKey: "code") == nil ? "uncoded" : "coded"
    }
  }

  private func opened(
    _ version: Int, _ options: [AnyHashable: Any]
  ) throws -> NSPersistentStoreCoordinator {
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: Self.model(version))
    try coordinator.addPersistentStore(type: .sqlite, at: database.url, options: options)
    return coordinator
  }

  private func context(on coordinator: NSPersistentStoreCoordinator) -> NSManagedObjectContext {
    let context = NSManagedObjectContext(.privateQueue)
    context.persistentStoreCoordinator = coordinator
    return context
  }
}

// MARK: Ways to open it

extension OldFile {
  /// No migration: an old file is an error.
  static var plain: [AnyHashable: Any] { [:] }

  /// What a store description asks for by itself.
  static var inferring: [AnyHashable: Any] {
    [
      NSMigratePersistentStoresAutomaticallyOption: true,
      NSInferMappingModelAutomaticallyOption: true,
    ]
  }

  /// The same with the app's stage.
  static var staged: [AnyHashable: Any] {
    let stage = NSCustomMigrationStage(migratingFrom: reference(1), to: reference(2))
    stage.didMigrateHandler = { manager, _ in
      guard let context = manager.container?.newBackgroundContext() else { return }
      try context.performAndWait {
        for room in try context.fetch(NSFetchRequest<NSManagedObject>(entityName: "Room")) {
          let name = room.value(forKey: "name") as? String ?? ""
          room.setValue(name.prefix(3).uppercased(), forKey: "code")
        }
        try context.save()
      }
    }
    return inferring.merging(
      [NSPersistentStoreStagedMigrationManagerOptionKey: NSStagedMigrationManager([stage])]
    ) { $1 }
  }

  private static func reference(_ version: Int) -> NSManagedObjectModelReference {
    let model = model(version)
    return NSManagedObjectModelReference(model: model, versionChecksum: model.versionChecksum)
  }

  private static func model(_ version: Int) -> NSManagedObjectModel {
    let room = NSEntityDescription()
    room.name = "Room"
    room.properties = (version == 1 ? ["name"] : ["name", "code"]).map { name in
      let attribute = NSAttributeDescription()
      attribute.name = name
      attribute.attributeType = .stringAttributeType
      attribute.isOptional = true
      return attribute
    }
    let model = NSManagedObjectModel()
    model.entities = [room]
    return model
  }
}
