import CoreData
import RenameRoom
import WorkbookKit

/// Makes a result in the block, and tells it in the view's.
struct CatchesTheResult: RenamesRooms {
  func rename(
    _ room: Room, to name: String, in background: NSManagedObjectContext,
    done: @escaping @Sendable ((any Error)?) -> Void
  ) {
    let view = room.managedObjectContext!
    let id = room.objectID
    background.perform {
      let result = Result {
        let own = try background.existingObject(with: id) as! Room
        own.name = name
        try background.save()
      }
      if case .failure = result { background.rollback() }
      view.perform {
        switch result {
        case .success: done(nil)
        case .failure(let error): done(error)
        }
      }
    }
  }
}
