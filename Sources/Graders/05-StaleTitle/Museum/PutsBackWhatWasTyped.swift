import CoreData
import StaleTitle
import WorkbookKit

/// Reads the room anew, and puts back what was typed.
struct PutsBackWhatWasTyped: KeepsTitlesFresh {
  func rename(
    _ room: Room, to name: String, in background: NSManagedObjectContext,
    done: @escaping @Sendable ((any Error)?) -> Void
  ) {
    let view = room.managedObjectContext!
    let roomID = room.objectID
    let typed = room.hasChanges ? room.topic : nil
    background.perform {
      do {
        let own = try background.existingObject(with: roomID) as! Room
        own.name = name
        do {
          try background.save()
        } catch {
          background.refresh(own, mergeChanges: false)
          throw error
        }
        view.perform {
          let shown = view.object(with: roomID) as! Room
          view.refresh(shown, mergeChanges: false)
          if let typed { shown.topic = typed }
          done(nil)
        }
      } catch {
        view.perform { done(error) }
      }
    }
  }
}
