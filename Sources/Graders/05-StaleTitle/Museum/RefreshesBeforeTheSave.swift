import CoreData
import StaleTitle
import WorkbookKit

/// Refreshes the screen's room while the save is under way.
struct RefreshesBeforeTheSave: KeepsTitlesFresh {
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
        view.perform { view.refresh(view.object(with: id), mergeChanges: true) }
        try background.save()
        view.perform { done(nil) }
      } catch {
        background.rollback()
        view.perform { done(error) }
      }
    }
  }
}
