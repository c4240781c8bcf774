import CoreData
import Foundation
import SaveWithCompletion
import WorkbookKit

/// A new context for each save, which wins over what others have saved.
struct WinsConflicts: SavesWithCompletion {
  func open(_ view: NSManagedObjectContext) -> any RecordSaver { Saver(view) }
}

private final class Saver: RecordSaver {
  private let view: NSManagedObjectContext

  init(_ view: NSManagedObjectContext) {
    self.view = view
    view.automaticallyMergesChangesFromParent = true
  }

  func save(
    _ changes: @escaping (NSManagedObjectContext) throws -> Void,
    then: @escaping ((any Error)?) -> Void
  ) {
    let view = view
    let context = NSManagedObjectContext(.privateQueue)
    context.persistentStoreCoordinator = view.persistentStoreCoordinator
    context.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
    context.perform {
      var failure: (any Error)?
      do {
        try changes(context)
        try context.save()
      } catch {
        failure = error
      }
      view.perform { then(failure) }
    }
  }
}
