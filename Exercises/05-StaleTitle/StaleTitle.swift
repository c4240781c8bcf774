import CoreData
import StaleTitle
import WorkbookKit

/// Renames in the background, then fetches so that the screen is up to date.
struct Answer: KeepsTitlesFresh {
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
          _ = try? view.fetch(NSFetchRequest<Room>(entityName: "Room"))
          done(nil)
        }
      } catch {
        view.perform { done(error) }
      }
    }
  }
}
