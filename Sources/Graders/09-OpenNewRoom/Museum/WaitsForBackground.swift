import CoreData
import OpenNewRoom
import WorkbookKit

struct WaitsForBackground: OpensNewRooms {
  func create(
    _ name: String, in background: NSManagedObjectContext, view: NSManagedObjectContext,
    open: @escaping @Sendable (Result<NSManagedObjectID, any Error>) -> Void
  ) {
    let saved = Result {
      try background.performAndWait {
        let room = Room(context: background)
        room.name = name
        try background.save()
        return room.objectID
      }
    }
    open(saved)
  }
}
