import CoreData
import OpenNewRoom
import WorkbookKit

/// Creates and saves in a context of its own.
struct SavesInAnotherContext: OpensNewRooms {
  func create(
    _ name: String, in background: NSManagedObjectContext, view: NSManagedObjectContext,
    open: @escaping @Sendable (Result<NSManagedObjectID, any Error>) -> Void
  ) {
    let own = NSManagedObjectContext(.privateQueue)
    own.persistentStoreCoordinator = view.persistentStoreCoordinator
    own.perform {
      let room = Room(context: own)
      room.name = name
      do {
        try own.save()
        let id = room.objectID
        view.perform { open(.success(id)) }
      } catch {
        view.perform { open(.failure(error)) }
      }
    }
  }
}
