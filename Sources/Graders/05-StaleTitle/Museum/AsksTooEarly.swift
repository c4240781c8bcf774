import CoreData
import StaleTitle
import WorkbookKit

/// Whether there is something to keep is known when it is called; a reader goes on typing.
struct AsksTooEarly: KeepsTitlesFresh {
  func rename(
    _ room: Room, to name: String, in background: NSManagedObjectContext,
    done: @escaping @Sendable ((any Error)?) -> Void
  ) {
    let view = room.managedObjectContext!
    let id = room.objectID
    // A plain fault is cheaper; merging is needed only where the reader has typed something.
    let isEdited = room.hasChanges
    background.perform {
      var renamed: Room?
      do {
        let own = try background.existingObject(with: id) as! Room
        renamed = own
        own.name = name
        try background.save()
      } catch {
        if let renamed { background.refresh(renamed, mergeChanges: false) }
        view.perform { done(error) }
        return
      }
      view.perform {
        view.refresh(view.object(with: id), mergeChanges: isEdited)
        done(nil)
      }
    }
  }
}
