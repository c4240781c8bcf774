import CoreData
import StaleTitle
import WorkbookKit

/// Awaits the save, then refreshes the room on the main actor.
struct RefreshesInATask: KeepsTitlesFresh {
  func rename(
    _ room: Room, to name: String, in background: NSManagedObjectContext,
    done: @escaping @Sendable ((any Error)?) -> Void
  ) {
    let view = room.managedObjectContext!
    let id = room.objectID
    Task {
      do {
        try await background.perform {
          let own = try background.existingObject(with: id) as! Room
          own.name = name
          do { try background.save() } catch {
            background.rollback()
            throw error
          }
        }
        await view.perform {
          view.refresh(view.object(with: id), mergeChanges: true)
          done(nil)
        }
      } catch {
        await MainActor.run { done(error) }
      }
    }
  }
}
