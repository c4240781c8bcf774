import CoreData
import Foundation
import RenameRoom
import WorkbookKit

/// Main runs the block itself, and enqueues the answer.
struct WaitsAndTellsLater: RenamesRooms {
  func rename(
    _ room: Room, to name: String, in background: NSManagedObjectContext,
    done: @escaping @Sendable ((any Error)?) -> Void
  ) {
    let id = room.objectID
    background.performAndWait {
      do {
        (try background.existingObject(with: id) as! Room).name = name
        try background.save()
        DispatchQueue.main.async { done(nil) }
      } catch {
        background.rollback()
        DispatchQueue.main.async { done(error) }
      }
    }
  }
}
