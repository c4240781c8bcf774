import CoreData
import EditSheet
import WorkbookKit

/// The name is saved beside the view, which looks again.
struct SwallowsItBeside: EditsRooms {
  func edit(_ room: Room, close: @escaping @Sendable ((any Error)?) -> Void) -> EditActions {
    let view = room.managedObjectContext!
    let id = room.objectID
    let beside = NSManagedObjectContext(.privateQueue)
    beside.persistentStoreCoordinator = view.persistentStoreCoordinator
    var typed: String?
    return EditActions(
      changed: { typed = $0 },
      cancelled: { close(nil) },
      confirmed: {
        let name = typed
        beside.perform {
          let edited = try? beside.existingObject(with: id) as? Room
          if let name { edited?.name = name }
          try? beside.save()
          view.perform {
            view.refresh(view.object(with: id), mergeChanges: true)
            close(nil)
          }
        }
      })
  }
}
