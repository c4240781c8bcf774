import CoreData
import StaleTitle
import WorkbookKit

struct FetchesTwice: KeepsTitlesFresh {
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
          let request = NSFetchRequest<Room>(entityName: "Room")
          request.includesPendingChanges = false
          _ = try? view.fetch(request)
          _ = try? view.fetch(request)
          done(nil)
        }
      } catch {
        background.rollback()
        view.perform { done(error) }
      }
    }
  }
}
