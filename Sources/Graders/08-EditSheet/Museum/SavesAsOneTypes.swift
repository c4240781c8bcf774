import CoreData
import EditSheet
import WorkbookKit

/// Saves the child with each keystroke.
struct SavesAsOneTypes: EditsRooms {
  func edit(_ room: Room, close: @escaping @Sendable ((any Error)?) -> Void) -> EditActions {
    let view = room.managedObjectContext!
    let sheet = NSManagedObjectContext(.mainQueue)
    sheet.parent = view
    let own = sheet.object(with: room.objectID) as! Room
    return EditActions(
      changed: {
        own.name = $0
        try? sheet.save()
      },
      cancelled: { close(nil) },
      confirmed: {
        do {
          try view.save()
          close(nil)
        } catch {
          close(error)
        }
      })
  }
}
