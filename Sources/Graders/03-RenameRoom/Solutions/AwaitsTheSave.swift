import CoreData
import RenameRoom
import WorkbookKit

/// A task awaits the block, and goes back to the main actor.
struct AwaitsTheSave: RenamesRooms {
  func rename(
    _ room: Room, to name: String, in background: NSManagedObjectContext,
    done: @escaping @Sendable ((any Error)?) -> Void
  ) {
    let roomID = room.objectID
    Task {
      do {
        try await background.perform {
          let room = try background.existingObject(with: roomID) as! Room
          room.name = name
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
