import CoreData
import OpenNewRoom
import WorkbookKit

struct CreatesInTheView: OpensNewRooms {
  func create(
    _ name: String, in background: NSManagedObjectContext, view: NSManagedObjectContext,
    open: @escaping @Sendable (Result<NSManagedObjectID, any Error>) -> Void
  ) {
    let room = Room(context: view)
    room.name = name
    open(Result { try view.save() }.map { room.objectID })
  }
}
