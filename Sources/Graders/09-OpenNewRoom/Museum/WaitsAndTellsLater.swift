import CoreData
import Foundation
import OpenNewRoom
import WorkbookKit

/// Main runs the block itself, and enqueues the answer.
struct WaitsAndTellsLater: OpensNewRooms {
  func create(
    _ name: String, in background: NSManagedObjectContext, view: NSManagedObjectContext,
    open: @escaping @Sendable (Result<NSManagedObjectID, any Error>) -> Void
  ) {
    background.performAndWait {
      let room = Room(context: background)
      room.name = name
      do {
        try background.save()
        let id = room.objectID
        DispatchQueue.main.async { open(.success(id)) }
      } catch {
        background.rollback()
        DispatchQueue.main.async { open(.failure(error)) }
      }
    }
  }
}
