import CoreData
import OpenNewRoom
import WorkbookKit

/// Creates the room in the background, and tells the screen which one it is.
struct Answer: OpensNewRooms {
  func create(
    _ name: String, in background: NSManagedObjectContext, view: NSManagedObjectContext,
    open: @escaping @Sendable (Result<NSManagedObjectID, any Error>) -> Void
  ) {
    background.perform {
      let room = Room(context: background)
      room.name = name
      let roomID = room.objectID
      do {
        try background.save()
        view.perform { open(.success(roomID)) }
      } catch {
        view.perform { open(.failure(error)) }
      }
    }
  }
}
