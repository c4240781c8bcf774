import CoreData
import EditSheet
import WorkbookKit

/// Closes, and saves in a later turn.
struct ClosesBeforeTheSave: EditsRooms {
  func edit(_ room: Room, close: @escaping @Sendable ((any Error)?) -> Void) -> EditActions {
    let view = room.managedObjectContext!
    var typed = room.name
    return EditActions(
      changed: { typed = $0 },
      cancelled: { close(nil) },
      confirmed: {
        close(nil)
        let name = typed
        let id = room.objectID
        view.perform {
          (view.object(with: id) as! Room).name = name
          try? view.save()
        }
      })
  }
}
