import CoreData
import OpenNewRoom
import WorkbookKit

/// Saves in one block, and clears up in another.
struct RollsBackBehindIt: OpensNewRooms {
  func create(
    _ name: String, in background: NSManagedObjectContext, view: NSManagedObjectContext,
    open: @escaping @Sendable (Result<NSManagedObjectID, any Error>) -> Void
  ) {
    Task {
      do {
        let id = try await background.perform {
          let room = Room(context: background)
          room.name = name
          try background.save()
          return room.objectID
        }
        await view.perform { open(.success(id)) }
      } catch {
        await background.perform { background.rollback() }
        await view.perform { open(.failure(error)) }
      }
    }
  }
}
