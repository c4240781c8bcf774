import CoreData
import StaleTitle
import WorkbookKit

/// Saves and tells the view nothing where the background's room has that name already.
struct SkipsTheSameName: KeepsTitlesFresh {
  func rename(
    _ room: Room, to name: String, in background: NSManagedObjectContext,
    done: @escaping @Sendable ((any Error)?) -> Void
  ) {
    let (view, id) = (room.managedObjectContext!, room.objectID)
    background.perform {
      do {
        let own = try background.existingObject(with: id) as! Room
        if own.name == name {
          view.perform { done(nil) }
          return
        }
        let old = own.name
        own.name = name
        do {
          try background.save()
        } catch {
          own.name = old
          throw error
        }
        view.perform {
          view.refresh(view.object(with: id), mergeChanges: true)
          done(nil)
        }
      } catch {
        view.perform { done(error) }
      }
    }
  }
}
