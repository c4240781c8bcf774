import CoreData
import StaleTitle
import WorkbookKit

/// Tells the error, and keeps the refused name in the context.
struct LeavesItPending: KeepsTitlesFresh {
  func rename(
    _ room: Room, to name: String, in background: NSManagedObjectContext,
    done: @escaping @Sendable ((any Error)?) -> Void
  ) {
    let view = room.managedObjectContext!
    let id = room.objectID
    background.perform {
      do {
        let own = try background.existingObject(with: id) as! Room
        own.name = name
        try background.save()
        view.perform {
          view.refresh(room, mergeChanges: true)
          done(nil)
        }
      } catch {
        view.perform { done(error) }
      }
    }
  }
}
