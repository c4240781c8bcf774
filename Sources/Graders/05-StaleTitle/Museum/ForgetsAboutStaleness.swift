import CoreData
import StaleTitle
import WorkbookKit

struct ForgetsAboutStaleness: KeepsTitlesFresh {
  func rename(
    _ room: Room, to name: String, in background: NSManagedObjectContext,
    done: @escaping @Sendable ((any Error)?) -> Void
  ) {
    let view = room.managedObjectContext!
    let id = room.objectID
    view.stalenessInterval = 0
    background.perform {
      do {
        let own = try background.existingObject(with: id) as! Room
        own.name = name
        try background.save()
        view.perform { done(nil) }
      } catch {
        background.rollback()
        view.perform { done(error) }
      }
    }
  }
}
