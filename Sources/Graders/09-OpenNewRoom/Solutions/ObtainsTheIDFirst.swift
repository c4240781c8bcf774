import CoreData
import OpenNewRoom
import WorkbookKit

/// The ID is permanent when it is read, and waits for its row.
struct ObtainsTheIDFirst: OpensNewRooms {
  func create(
    _ name: String, in background: NSManagedObjectContext, view: NSManagedObjectContext,
    open: @escaping @Sendable (Result<NSManagedObjectID, any Error>) -> Void
  ) {
    background.perform {
      let room = Room(context: background)
      room.name = name
      do {
        try background.obtainPermanentIDs(for: [room])
        let roomID = room.objectID
        try background.save()
        view.perform { open(.success(roomID)) }
      } catch {
        background.rollback()
        view.perform { open(.failure(error)) }
      }
    }
  }
}
