import CoreData
import Foundation
import OpenNewRoom
import WorkbookKit

/// Obtains the ID, and gives it away after the save.
struct ObtainsFirst: OpensNewRooms {
  func create(
    _ name: String, in background: NSManagedObjectContext, view: NSManagedObjectContext,
    open: @escaping @Sendable (Result<NSManagedObjectID, any Error>) -> Void
  ) {
    background.perform {
      let room = Room(context: background)
      room.name = name
      do {
        try background.obtainPermanentIDs(for: [room])
        try background.save()
        let id = room.objectID
        OperationQueue.main.addOperation { open(.success(id)) }
      } catch {
        background.delete(room)
        OperationQueue.main.addOperation { open(.failure(error)) }
      }
    }
  }
}
