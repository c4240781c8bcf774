import CoreData
import OpenNewRoom
import WorkbookKit

/// Awaits the save, and returns the ID from the block.
struct CreatesInATask: OpensNewRooms {
  func create(
    _ name: String, in background: NSManagedObjectContext, view: NSManagedObjectContext,
    open: @escaping @Sendable (Result<NSManagedObjectID, any Error>) -> Void
  ) {
    Task {
      do {
        let id = try await background.perform {
          let room = Room(context: background)
          room.name = name
          do { try background.save() } catch {
            background.rollback()
            throw error
          }
          return room.objectID
        }
        await MainActor.run { open(.success(id)) }
      } catch {
        await MainActor.run { open(.failure(error)) }
      }
    }
  }
}
