import CoreData
import StaleTitle
import WorkbookKit

/// Renames in the view and saves there.
struct RenamesInTheView: KeepsTitlesFresh {
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
