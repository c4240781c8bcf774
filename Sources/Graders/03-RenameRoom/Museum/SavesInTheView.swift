import CoreData
import RenameRoom
import WorkbookKit

/// Renames in the view's own block and saves there.
struct SavesInTheView: RenamesRooms {
  func rename(
    _ room: Room, to name: String, in background: NSManagedObjectContext,
    done: @escaping @Sendable ((any Error)?) -> Void
  ) {
    let view = room.managedObjectContext!
    view.perform {
      room.name = name
      do {
        try view.save()
        done(nil)
      } catch {
        view.rollback()
        done(error)
      }
    }
  }
}
