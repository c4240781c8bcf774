import CoreData
import RenameRoom
import WorkbookKit

/// Enqueues the answer before the save.
struct AnswersWhileItSaves: RenamesRooms {
  func rename(
    _ room: Room, to name: String, in background: NSManagedObjectContext,
    done: @escaping @Sendable ((any Error)?) -> Void
  ) {
    let view = room.managedObjectContext!
    let id = room.objectID
    background.perform {
      do {
        let own = try background.existingObject(with: id) as! Room
        own.name = name
        view.perform { done(nil) }
        try background.save()
      } catch {
        background.rollback()
      }
    }
  }
}
