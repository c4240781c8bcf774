import CoreData
import WorkbookKit

struct ResetsTheView: KeepsTitlesFresh {
  func rename(
    _ room: Room, to name: String, in background: NSManagedObjectContext,
    shown: @escaping () -> Void
  ) {
    let view = room.managedObjectContext!
    let id = room.objectID
    background.perform {
      let own = try? background.existingObject(with: id) as? Room
      own?.name = name
      try? background.save()
      view.perform {
        view.reset()
        shown()
      }
    }
  }
}
