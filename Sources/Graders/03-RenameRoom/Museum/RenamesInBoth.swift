import CoreData
import RenameRoom
import WorkbookKit

/// Gives the screen the new name at once, without a save.
struct RenamesInBoth: RenamesRooms {
  func rename(
    _ room: Room, to name: String, in background: NSManagedObjectContext,
    done: @escaping @Sendable ((any Error)?) -> Void
  ) {
    let main = room.managedObjectContext!
    let roomID = room.objectID
    room.name = name
    background.perform {
      do {
        let own = try background.existingObject(with: roomID) as! Room
        own.name = name
        try background.save()
        main.perform { done(nil) }
      } catch {
        background.rollback()
        main.perform { done(error) }
      }
    }
  }
}
