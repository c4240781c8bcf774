import CoreData
import StaleTitle
import WorkbookKit

struct ShowsBeforeTheSave: KeepsTitlesFresh {
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
        view.perform {
          view.refresh(room, mergeChanges: true)
          done(nil)
        }
        try background.save()
      } catch {
        background.rollback()
        view.perform { done(error) }
      }
    }
  }
}
