import CoreData
import StaleTitle
import WorkbookKit

/// Awaits the save, and clears up if it has failed.
struct RollsBackInASecondBlock: KeepsTitlesFresh {
  func rename(
    _ room: Room, to name: String, in background: NSManagedObjectContext,
    done: @escaping @Sendable ((any Error)?) -> Void
  ) {
    let view = room.managedObjectContext!
    let roomID = room.objectID
    Task {
      do {
        try await background.perform {
          let own = try background.existingObject(with: roomID) as! Room
          own.name = name
          try background.save()
        }
        await view.perform {
          view.refresh(view.object(with: roomID), mergeChanges: true)
          done(nil)
        }
      } catch {
        await background.perform { background.rollback() }
        await view.perform { done(error) }
      }
    }
  }
}
