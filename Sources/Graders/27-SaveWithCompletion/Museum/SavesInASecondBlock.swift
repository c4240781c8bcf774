import CoreData
import Foundation
import SaveWithCompletion
import WorkbookKit

/// Changes in one block, and saves in another.
struct SavesInASecondBlock: SavesWithCompletion {
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
    var failure: (any Error)?
    saving.perform {
      do { try changes(saving) } catch { failure = error }
    }
    saving.perform {
      do {
        try saving.save()
      } catch {
        failure = error
        saving.rollback()
      }
      view.perform { then(failure) }
    }
  }
}
