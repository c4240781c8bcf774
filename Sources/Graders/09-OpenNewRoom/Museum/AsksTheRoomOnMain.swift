import CoreData
import OpenNewRoom
import WorkbookKit

struct AsksTheRoomOnMain: OpensNewRooms {
  func create(
    _ name: String, in background: NSManagedObjectContext, view: NSManagedObjectContext,
    open: @escaping @Sendable (Result<NSManagedObjectID, any Error>) -> Void
  ) {
    background.perform {
      let room = Room(context: background)
      room.name = name
      do {
        try background.save()
        view.perform {
          let known = background.object(with: room.objectID)
          open(.success(known.objectID))
        }
      } catch {
        view.perform { open(.failure(error)) }
      }
    }
  }
}
