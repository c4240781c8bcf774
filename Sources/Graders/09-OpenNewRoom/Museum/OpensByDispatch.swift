import CoreData
import Foundation
import OpenNewRoom
import WorkbookKit

/// Goes to main by Dispatch.
struct OpensByDispatch: OpensNewRooms {
  func create(
    _ name: String, in background: NSManagedObjectContext, view: NSManagedObjectContext,
    open: @escaping @Sendable (Result<NSManagedObjectID, any Error>) -> Void
  ) {
    background.perform {
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
