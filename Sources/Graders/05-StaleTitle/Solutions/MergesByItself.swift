import CoreData
import StaleTitle
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
        // The save has been seen to enqueue the merge, ahead of this block; no document promises it.
        view.perform { done(nil) }
      } catch {
        background.rollback()
        view.perform { done(error) }
      }
    }
  }
}
