import CoreData
import Foundation
import SaveWithCompletion
import WorkbookKit

/// Rolls back, and says nothing of it.
struct TellsNoErrors: SavesWithCompletion {
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
    let (view, saving) = (view, saving)
    saving.perform {
      do {
        try changes(saving)
        try saving.save()
      } catch {
        saving.rollback()
      }
      view.perform { then(nil) }
    }
  }
}
