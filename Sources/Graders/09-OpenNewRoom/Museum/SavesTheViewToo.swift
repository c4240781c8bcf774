import CoreData
import Foundation
import OpenNewRoom
import WorkbookKit

/// Creates in the view and saves there by Dispatch.
struct SavesTheViewToo: OpensNewRooms {
  func create(
    _ name: String, in background: NSManagedObjectContext, view: NSManagedObjectContext,
    open: @escaping @Sendable (Result<NSManagedObjectID, any Error>) -> Void
  ) {
    DispatchQueue.main.async {
      let room = Room(context: view)
      room.name = name
      do {
        try view.save()
        open(.success(room.objectID))
      } catch {
        view.rollback()
        open(.failure(error))
      }
    }
  }
}
