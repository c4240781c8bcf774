import CoreData
import OpenNewRoom
import WorkbookKit

struct OpensAnywhere: OpensNewRooms {
  func create(
    _ name: String, in background: NSManagedObjectContext, view: NSManagedObjectContext,
    open: @escaping @Sendable (Result<NSManagedObjectID, any Error>) -> Void
  ) {
    background.perform {
      let room = Room(context: background)
      room.name = name
      open(Result { try background.save() }.map { room.objectID })
    }
  }
}
