import CoreData
import StaleTitle
import WorkbookKit

/// Rolls the view back, so that its room is read again.
struct RollsTheViewBack: KeepsTitlesFresh {
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
          view.rollback()
          view.refreshAllObjects()
          done(nil)
        }
      } catch {
        background.rollback()
        view.perform { done(error) }
      }
    }
  }
}
