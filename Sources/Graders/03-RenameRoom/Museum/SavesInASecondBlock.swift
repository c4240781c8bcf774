import CoreData
import RenameRoom
import WorkbookKit

/// Edits in a child of the background, so that there is never anything half done in it.
struct SavesInASecondBlock: RenamesRooms {
  func rename(
    _ room: Room, to name: String, in background: NSManagedObjectContext,
    done: @escaping @Sendable ((any Error)?) -> Void
  ) {
    let view = room.managedObjectContext!
    let roomID = room.objectID
    let child = NSManagedObjectContext(.privateQueue)
    child.parent = background
    child.perform {
      do {
        let own = try child.existingObject(with: roomID) as! Room
        own.name = name
        try child.save()
      } catch {
        view.perform { done(error) }
        return
      }
      background.perform {
        do {
          try background.save()
          view.perform { done(nil) }
        } catch {
          background.rollback()
          view.perform { done(error) }
        }
      }
    }
  }
}
