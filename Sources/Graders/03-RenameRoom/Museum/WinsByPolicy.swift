import CoreData
import RenameRoom
import WorkbookKit

/// No save is refused any more.
struct WinsByPolicy: RenamesRooms {
  func rename(
    _ room: Room, to name: String, in background: NSManagedObjectContext,
    done: @escaping @Sendable ((any Error)?) -> Void
  ) {
    let main = room.managedObjectContext!
    let roomID = room.objectID
    background.perform {
      background.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
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
