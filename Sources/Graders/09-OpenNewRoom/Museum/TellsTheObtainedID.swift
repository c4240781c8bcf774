import CoreData
import OpenNewRoom
import WorkbookKit

/// Obtains a permanent ID, gives it away, and saves.
struct TellsTheObtainedID: OpensNewRooms {
  func create(
    _ name: String, in background: NSManagedObjectContext, view: NSManagedObjectContext,
    open: @escaping @Sendable (Result<NSManagedObjectID, any Error>) -> Void
  ) {
    background.perform {
      let room = Room(context: background)
      room.name = name
      do {
        try background.obtainPermanentIDs(for: [room])
        let id = room.objectID
        view.perform { open(.success(id)) }
        try background.save()
      } catch {
        background.rollback()
      }
    }
  }
}
