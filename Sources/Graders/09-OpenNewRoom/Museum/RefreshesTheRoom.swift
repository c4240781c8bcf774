import CoreData
import OpenNewRoom
import WorkbookKit

struct RefreshesTheRoom: OpensNewRooms {
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
        background.refresh(room, mergeChanges: true)
        view.perform { open(.success(roomID)) }
      } catch {
        view.perform { open(.failure(error)) }
      }
    }
  }
}
