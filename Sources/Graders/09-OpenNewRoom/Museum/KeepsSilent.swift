import CoreData
import OpenNewRoom
import WorkbookKit

struct KeepsSilent: OpensNewRooms {
  func create(
    _ name: String, in background: NSManagedObjectContext, view: NSManagedObjectContext,
    open: @escaping @Sendable (Result<NSManagedObjectID, any Error>) -> Void
  ) {
    background.perform {
      let room = Room(context: background)
      room.name = name
      guard (try? background.save()) != nil else { return }
      let roomID = room.objectID
      view.perform { open(.success(roomID)) }
    }
  }
}
