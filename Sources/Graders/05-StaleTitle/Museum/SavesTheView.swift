import CoreData
import StaleTitle
import WorkbookKit

/// Saves what the reader has typed, to be able to refresh.
struct SavesTheView: KeepsTitlesFresh {
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
          view.mergePolicy = NSMergePolicy.mergeByPropertyStoreTrump
          try? view.save()
          view.refresh(view.object(with: id), mergeChanges: true)
          done(nil)
        }
      } catch {
        background.rollback()
        view.perform { done(error) }
      }
    }
  }
}
