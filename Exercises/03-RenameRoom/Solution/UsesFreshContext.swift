import CoreData
import WorkbookKit

/// A context for this one edit, forgotten afterwards.
struct UsesFreshContext: RenamesRooms {
  func rename(
    _ room: Room, to name: String, in background: NSManagedObjectContext,
    done: @escaping @Sendable ((any Error)?) -> Void
  ) {
    let main = room.managedObjectContext!
    let roomID = room.objectID
    let edit = NSManagedObjectContext(.privateQueueConcurrencyType)
    edit.persistentStoreCoordinator = background.persistentStoreCoordinator
    edit.perform {
      let result = Result {
        let room = try edit.existingObject(with: roomID) as! Room
        room.name = name
        try edit.save()
      }
      main.perform {
        if case .failure(let error) = result { done(error) } else { done(nil) }
      }
    }
  }
}
