import CoreData
import Foundation
import RenameRoom
import WorkbookKit

/// Fetches every room and renames them.
struct RenamesAllRooms: RenamesRooms {
  func rename(
    _ room: Room, to name: String, in background: NSManagedObjectContext,
    done: @escaping @Sendable ((any Error)?) -> Void
  ) {
    background.perform {
      do {
        for own in try background.fetch(NSFetchRequest<Room>(entityName: "Room")) {
          own.name = name
        }
        try background.save()
        DispatchQueue.main.async { done(nil) }
      } catch {
        background.rollback()
        DispatchQueue.main.async { done(error) }
      }
    }
  }
}
