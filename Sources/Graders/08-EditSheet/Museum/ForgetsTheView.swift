import CoreData
import EditSheet
import WorkbookKit

/// Saves the sheet's child, and not the view.
struct ForgetsTheView: EditsRooms {
  func edit(_ room: Room, close: @escaping @Sendable ((any Error)?) -> Void) -> EditActions {
    let sheet = NSManagedObjectContext(.mainQueue)
    sheet.parent = room.managedObjectContext
    let own = sheet.object(with: room.objectID) as! Room
    return EditActions(
      changed: { own.name = $0 },
      cancelled: { close(nil) },
      confirmed: {
        do {
          try sheet.save()
          close(nil)
        } catch {
          close(error)
        }
      })
  }
}
