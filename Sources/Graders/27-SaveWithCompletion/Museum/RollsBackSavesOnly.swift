import CoreData
import Foundation
import SaveWithCompletion
import WorkbookKit

/// Rolls back when the save is refused.
struct RollsBackSavesOnly: SavesWithCompletion {
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
      do { try changes(saving) } catch { return view.perform { then(error) } }
      do {
        try saving.save()
        view.perform { then(nil) }
      } catch {
        saving.rollback()
        view.perform { then(error) }
      }
    }
  }
}
