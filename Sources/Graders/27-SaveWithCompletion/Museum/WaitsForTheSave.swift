import CoreData
import Foundation
import SaveWithCompletion
import WorkbookKit

/// Waits, so that all is done when it tells.
struct WaitsForTheSave: SavesWithCompletion {
  func open(_ view: NSManagedObjectContext) -> any RecordSaver { Saver(view) }
}

private final class Saver: RecordSaver {
  private let view: NSManagedObjectContext
  private let saving: NSManagedObjectContext

  init(_ view: NSManagedObjectContext) {
    self.view = view
    saving = NSManagedObjectContext(.privateQueue)
    saving.persistentStoreCoordinator = view.persistentStoreCoordinator
    saving.name = "saving"
    view.automaticallyMergesChangesFromParent = true
  }

  func save(
    _ changes: @escaping (NSManagedObjectContext) throws -> Void,
    then: @escaping ((any Error)?) -> Void
  ) {
    do {
      try saving.performAndWait {
        try changes(saving)
        try saving.save()
      }
      let view = view
      view.perform { then(nil) }
    } catch {
      saving.performAndWait { saving.rollback() }
      then(error)
    }
  }
}
