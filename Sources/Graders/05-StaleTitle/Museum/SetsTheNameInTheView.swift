import CoreData
import StaleTitle
import WorkbookKit

/// Writes the name into the screen's room as well.
struct SetsTheNameInTheView: KeepsTitlesFresh {
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
          (view.object(with: id) as! Room).name = name
          done(nil)
        }
      } catch {
        background.rollback()
        view.perform { done(error) }
      }
    }
  }
}
