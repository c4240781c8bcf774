import CoreData
import OpenNewRoom
import WorkbookKit

/// Forgets everything that others do in the background context.
struct ResetsTheBackground: OpensNewRooms {
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
        background.reset()
        view.perform { open(.success(id)) }
      } catch {
        background.reset()
        view.perform { open(.failure(error)) }
      }
    }
  }
}
