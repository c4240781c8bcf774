import CoreData
import StaleTitle
import WorkbookKit

/// Says done first and refreshes afterwards.
struct DoneThenRefresh: KeepsTitlesFresh {
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
        try background.save()
        view.perform { done(nil) }
        view.perform { view.refresh(view.object(with: id), mergeChanges: true) }
      } catch {
        background.rollback()
        view.perform { done(error) }
      }
    }
  }
}
