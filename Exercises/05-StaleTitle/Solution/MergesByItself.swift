import CoreData
import WorkbookKit

/// The view context merges whatever is saved beside it, before it is asked.
struct MergesByItself: KeepsTitlesFresh {
  func rename(
    _ room: Room, to name: String, in background: NSManagedObjectContext,
    done: @escaping @Sendable ((any Error)?) -> Void
  ) {
    let view = room.managedObjectContext!
    view.automaticallyMergesChangesFromParent = true
    let id = room.objectID
    background.perform {
      do {
        let own = try background.existingObject(with: id) as! Room
        own.name = name
        try background.save()
        // The merge is enqueued by the save, so this block is behind it.
        view.perform { done(nil) }
      } catch {
        background.rollback()
        view.perform { done(error) }
      }
    }
  }
}
