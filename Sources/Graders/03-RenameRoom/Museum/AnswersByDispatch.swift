import CoreData
import Foundation
import RenameRoom
import WorkbookKit

/// Says so on the main queue of Dispatch.
struct AnswersByDispatch: RenamesRooms {
  func rename(
    _ room: Room, to name: String, in background: NSManagedObjectContext,
    done: @escaping @Sendable ((any Error)?) -> Void
  ) {
    let id = room.objectID
    background.perform {
      do {
        let own = background.object(with: id) as! Room
        own.name = name
        try background.save()
        DispatchQueue.main.async { done(nil) }
      } catch {
        background.rollback()
        DispatchQueue.main.async { done(error) }
      }
    }
  }
}
