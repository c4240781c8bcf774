import CoreData
import EditSheet
import WorkbookKit

/// Closes without the error.
struct SwallowsTheRefusal: EditsRooms {
  func edit(_ room: Room, close: @escaping @Sendable ((any Error)?) -> Void) -> EditActions {
    let view = room.managedObjectContext!
    let sheet = NSManagedObjectContext(.mainQueue)
    sheet.parent = view
    let own = sheet.object(with: room.objectID) as! Room
    return EditActions(
      changed: { own.name = $0 },
      cancelled: { close(nil) },
      confirmed: {
        try? sheet.save()
        try? view.save()
        close(nil)
      })
  }
}
