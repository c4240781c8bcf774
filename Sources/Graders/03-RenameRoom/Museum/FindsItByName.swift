import CoreData
import Foundation
import RenameRoom
import WorkbookKit

/// Takes the old name along, and looks for a room that has it.
struct FindsItByName: RenamesRooms {
  func rename(
    _ room: Room, to name: String, in background: NSManagedObjectContext,
    done: @escaping @Sendable ((any Error)?) -> Void
  ) {
    let oldName = room.name
    background.perform {
      let request = NSFetchRequest<Room>(entityName: "Room")
      request.predicate = NSPredicate(format: "name == %@", oldName)
      do {
        try background.fetch(request).first?.name = name
        try background.save()
        DispatchQueue.main.async { done(nil) }
      } catch {
        background.rollback()
        DispatchQueue.main.async { done(error) }
      }
    }
  }
}
