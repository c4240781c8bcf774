import CoreData
import RenameRoom
import WorkbookKit

/// Renames the room in the background, so that the screen stays smooth.
struct AsShipped: RenamesRooms {
  func rename(
    _ room: Room, to name: String, in background: NSManagedObjectContext,
    done: @escaping @Sendable ((any Error)?) -> Void
  ) {
    let main = room.managedObjectContext!
    background.perform {
      room.name = name
      do {
        try room.managedObjectContext?.save()
        main.perform { done(nil) }
      } catch {
        main.perform { done(error) }
      }
    }
  }
}
