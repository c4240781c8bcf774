import CoreData
import Foundation

// A migration in stages: notes get a title that they may lack, which a handler fills; then they must
// have it, their batches are rounds, and another handler writes the title anew.

func makeStagedModel(_ version: Int) -> NSManagedObjectModel {
  let model = version == 3 ? makeNextModel() : makeModel()
  if version > 1 {
    let title = NSAttributeDescription()
    title.name = "title"
    title.attributeType = .stringAttributeType
    title.isOptional = version == 2
    model.entities[0].properties.append(title)
  }
  return model
}

/// Migrates, and is killed in the phase that the command line names.
func migrateInStages(_ store: URL, killedAfter microseconds: Int) throws {
  func reach(_ phase: String) {
    if CommandLine.arguments.last == phase { kill(getpid(), SIGKILL) }
  }
  func write(
    _ manager: NSStagedMigrationManager, _ title: (NSManagedObject) -> String
  ) throws {
    guard let context = manager.container?.newBackgroundContext() else {
      fatalError("a handler has a container")
    }
    try context.performAndWait {
      for note in try context.fetch(NSFetchRequest<NSManagedObject>(entityName: "Note")) {
        note.setValue(title(note), forKey: "title")
      }
      try context.save()
    }
  }
  func reference(_ version: Int) -> NSManagedObjectModelReference {
    let model = makeStagedModel(version)
    return NSManagedObjectModelReference(model: model, versionChecksum: model.versionChecksum)
  }
  let stage = NSCustomMigrationStage(migratingFrom: reference(2), to: reference(3))
  stage.willMigrateHandler = { manager, _ in
    reach("will")
    try write(manager) { "first of \($0.value(forKey: "text") ?? "")" }
    reach("filled")
    // The test that started this looks on while the migration stands still.
    if CommandLine.arguments.last == "stop" {
      FileHandle.standardOutput.write(Data("stopped\n".utf8))
      _ = readLine()
    }
  }
  stage.didMigrateHandler = { manager, _ in
    reach("did")
    try write(manager) { "last of \($0.value(forKey: "text") ?? "")" }
    reach("written")
  }
  let first = NSLightweightMigrationStage([makeStagedModel(1).versionChecksum])
  if microseconds > 0 { arrangeDeath(after: microseconds) }
  let coordinator = NSPersistentStoreCoordinator(managedObjectModel: makeStagedModel(3))
  try coordinator.addPersistentStore(
    type: .sqlite, at: store,
    options: [
      NSMigratePersistentStoresAutomaticallyOption: true,
      NSInferMappingModelAutomaticallyOption: true,
      NSPersistentStoreStagedMigrationManagerOptionKey: NSStagedMigrationManager([first, stage]),
    ])
  reach("opened")
}
