import CoreData
import OpenNewRoom
import WorkbookKit

struct KnowsTheName: OpensNewRooms {
  func create(
    _ name: String, in background: NSManagedObjectContext, view: NSManagedObjectContext,
    open: @escaping @Sendable (Result<NSManagedObjectID, any Error>) -> Void
  ) {
    background.perform {
      let room = Room(context: background)
      room.name = "Swift on Linux"
      do {
        try background.save()
        let roomID = room.objectID
        view.perform { open(.success(roomID)) }
      } catch {
        view.perform { open(.failure(error)) }
      }
    }
  }
}
