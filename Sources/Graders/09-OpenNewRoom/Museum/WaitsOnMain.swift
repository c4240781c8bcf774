import CoreData
import OpenNewRoom
import WorkbookKit

/// Lets main wait for the background.
struct WaitsOnMain: OpensNewRooms {
  func create(
    _ name: String, in background: NSManagedObjectContext, view: NSManagedObjectContext,
    open: @escaping @Sendable (Result<NSManagedObjectID, any Error>) -> Void
  ) {
    do {
      let id = try background.performAndWait {
        let room = Room(context: background)
        room.name = name
        try background.save()
        return room.objectID
      }
      open(.success(id))
    } catch {
      background.performAndWait { background.rollback() }
      open(.failure(error))
    }
  }
}
