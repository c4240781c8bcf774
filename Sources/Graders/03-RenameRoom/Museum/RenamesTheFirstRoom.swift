import CoreData
import Foundation
import RenameRoom
import WorkbookKit

/// Fetches any room.
struct RenamesTheFirstRoom: RenamesRooms {
  func rename(
    _ room: Room, to name: String, in background: NSManagedObjectContext,
    done: @escaping @Sendable ((any Error)?) -> Void
  ) {
    background.perform {
      let view = background
      do {
        let rooms = try view.fetch(NSFetchRequest<Room>(entityName: "Room"))
        rooms.first?.name = name
        try background.save()
        DispatchQueue.main.async { done(nil) }
      } catch {
        background.rollback()
        DispatchQueue.main.async { done(error) }
      }
    }
  }
}
