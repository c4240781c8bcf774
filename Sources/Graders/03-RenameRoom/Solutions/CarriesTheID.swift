import CoreData
import RenameRoom
import WorkbookKit

/// Only the objectID crosses; each context has a room of its own.
struct CarriesTheID: RenamesRooms {
  func rename(
    _ room: Room, to name: String, in background: NSManagedObjectContext,
    done: @escaping @Sendable ((any Error)?) -> Void
  ) {
    let main = room.managedObjectContext!
    let roomID = room.objectID
    background.perform {
      do {
        let room = try background.existingObject(with: roomID) as! Room
        room.name = name
        try background.save()
        main.perform { done(nil) }
      } catch {
        background.rollback()
        main.perform { done(error) }
      }
    }
  }
}
