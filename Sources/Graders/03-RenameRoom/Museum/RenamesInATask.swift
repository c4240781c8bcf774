import CoreData
import RenameRoom
import WorkbookKit

/// Awaits the block of the background context.
struct RenamesInATask: RenamesRooms {
  func rename(
    _ room: Room, to name: String, in background: NSManagedObjectContext,
    done: @escaping @Sendable ((any Error)?) -> Void
  ) {
    let id = room.objectID
    Task {
      do {
        try await background.perform {
          guard let own = try background.existingObject(with: id) as? Room else { return }
          own.name = name
          do {
            try background.save()
          } catch {
            background.rollback()
            throw error
          }
        }
        await MainActor.run { done(nil) }
      } catch {
        await MainActor.run { done(error) }
      }
    }
  }
}
