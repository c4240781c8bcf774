import CoreData
import RenameRoom
import WorkbookKit

/// Tells the error, and keeps the refused name in the context.
struct LeavesItPending: RenamesRooms {
  func rename(
    _ room: Room, to name: String, in background: NSManagedObjectContext,
    done: @escaping @Sendable ((any Error)?) -> Void
  ) {
    let main = room.managedObjectContext!
    let roomID = room.objectID
    background.perform {
      do {
        let own = try background.existingObject(with: roomID) as! Room
        own.name = name
        try background.save()
        main.perform { done(nil) }
      } catch {
        main.perform { done(error) }
      }
    }
  }
}
