import CoreData
import Foundation
import RenameRoom
import WorkbookKit

/// Lets a thread of Dispatch wait for the background.
struct WaitsElsewhere: RenamesRooms {
  func rename(
    _ room: Room, to name: String, in background: NSManagedObjectContext,
    done: @escaping @Sendable ((any Error)?) -> Void
  ) {
    let id = room.objectID
    DispatchQueue.global().async {
      do {
        try background.performAndWait {
          let own = try background.existingObject(with: id) as! Room
          own.name = name
          do { try background.save() } catch {
            background.rollback()
            throw error
          }
        }
        DispatchQueue.main.async { done(nil) }
      } catch {
        DispatchQueue.main.async { done(error) }
      }
    }
  }
}
