import CoreData
import WorkbookKit

struct ShowsBeforeTheSave: KeepsTitlesFresh {
  func rename(
    _ room: Room, to name: String, in background: NSManagedObjectContext,
    shown: @escaping () -> Void
  ) {
    let view = room.managedObjectContext!
    let id = room.objectID
    background.perform {
      let own = try? background.existingObject(with: id) as? Room
      own?.name = name
      view.perform {
        view.refresh(room, mergeChanges: true)
        shown()
      }
      try? background.save()
    }
  }
}
