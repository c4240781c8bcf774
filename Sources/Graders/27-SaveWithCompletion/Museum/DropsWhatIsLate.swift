import CoreData
import Foundation
import SaveWithCompletion
import WorkbookKit

/// What others have saved wins, and what this window has changed is dropped without a word.
struct DropsWhatIsLate: SavesWithCompletion {
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
    saving.mergePolicy = NSMergePolicy.mergeByPropertyStoreTrump
    view.automaticallyMergesChangesFromParent = true
  }

  func save(
    _ changes: @escaping (NSManagedObjectContext) throws -> Void,
    then: @escaping ((any Error)?) -> Void
  ) {
    let (view, saving) = (view, saving)
    saving.perform {
      var failure: (any Error)?
      do {
        try changes(saving)
        try saving.save()
      } catch {
        failure = error
      }
      saving.reset()
      view.perform { then(failure) }
    }
  }
}
