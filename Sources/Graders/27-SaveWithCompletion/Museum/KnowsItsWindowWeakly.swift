import CoreData
import Foundation
import SaveWithCompletion
import WorkbookKit

/// One context saves in the background, one save after the other.
struct KnowsItsWindowWeakly: SavesWithCompletion {
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
    saving.perform { [weak self] in
      // No cycle, and no work for a window that is gone.
      guard let self else { return }
      let failure = self.failureSaving(changes)
      self.view.perform { then(failure) }
    }
  }

  /// To be called in a block of the saving context. Leaves nothing behind if it fails.
  private func failureSaving(
    _ changes: (NSManagedObjectContext) throws -> Void
  ) -> (any Error)? {
    do {
      try changes(saving)
      if saving.hasChanges { try saving.save() }
      return nil
    } catch {
      saving.rollback()
      return error
    }
  }
}
