import CoreData
import OpenNewRoom
import WorkbookKit

/// Takes the last of all rooms for its own.
struct OpensTheNewest: OpensNewRooms {
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
          let rooms = try? view.fetch(NSFetchRequest<Room>(entityName: "Room"))
          open(.success(rooms!.last!.objectID))
        }
      } catch {
        background.rollback()
        view.perform { open(.failure(error)) }
      }
    }
  }
}
