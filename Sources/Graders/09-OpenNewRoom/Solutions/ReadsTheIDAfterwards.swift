import CoreData
import OpenNewRoom
import WorkbookKit

/// The save comes first, and gives the room the ID that is read.
struct ReadsTheIDAfterwards: OpensNewRooms {
  func create(
    _ name: String, in background: NSManagedObjectContext, view: NSManagedObjectContext,
    open: @escaping @Sendable (Result<NSManagedObjectID, any Error>) -> Void
  ) {
    background.perform {
      let room = Room(context: background)
      room.name = name
      do {
        try background.save()
        let roomID = room.objectID
        view.perform { open(.success(roomID)) }
      } catch {
        background.rollback()
        view.perform { open(.failure(error)) }
      }
    }
  }
}
