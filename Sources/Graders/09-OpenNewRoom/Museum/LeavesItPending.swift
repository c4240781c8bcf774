import CoreData
import OpenNewRoom
import WorkbookKit

/// Tells the error, and keeps the refused room in the context.
struct LeavesItPending: OpensNewRooms {
  func create(
    _ name: String, in background: NSManagedObjectContext, view: NSManagedObjectContext,
    open: @escaping @Sendable (Result<NSManagedObjectID, any Error>) -> Void
  ) {
    background.perform {
      let room = Room(context: background)
      room.name = name
      do {
        try background.save()
        let id = room.objectID
        view.perform { open(.success(id)) }
      } catch {
        view.perform { open(.failure(error)) }
      }
    }
  }
}
