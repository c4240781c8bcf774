import CoreData
import OpenNewRoom
import WorkbookKit

struct OpensBeforeTheSave: OpensNewRooms {
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
        view.perform { open(.success(roomID)) }
        try background.save()
      } catch {
        view.perform { open(.failure(error)) }
      }
    }
  }
}
