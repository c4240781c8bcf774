import CoreData
import OpenNewRoom
import WorkbookKit

struct IgnoresTheError: OpensNewRooms {
  func create(
    _ name: String, in background: NSManagedObjectContext, view: NSManagedObjectContext,
    open: @escaping @Sendable (Result<NSManagedObjectID, any Error>) -> Void
  ) {
    background.perform {
      let room = Room(context: background)
      room.name = name
      try? background.save()
      let roomID = room.objectID
      view.perform { open(.success(roomID)) }
    }
  }
}
