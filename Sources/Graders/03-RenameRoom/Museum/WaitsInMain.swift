import CoreData
import RenameRoom
import WorkbookKit

/// Waits for the background's block on main.
struct WaitsInMain: RenamesRooms {
  func rename(
    _ room: Room, to name: String, in background: NSManagedObjectContext,
    done: @escaping @Sendable ((any Error)?) -> Void
  ) {
    let id = room.objectID
    do {
      try background.performAndWait {
        let own = try background.existingObject(with: id) as! Room
        own.name = name
        try background.save()
      }
      done(nil)
    } catch {
      done(error)
    }
  }
}
