import CoreData
import EditSheet
import WorkbookKit

/// A scratch pad below the view context, to be thrown away or saved.
struct EditsInAChild: EditsRooms {
  func edit(_ room: Room, close: @escaping @Sendable ((any Error)?) -> Void) -> EditActions {
    let view = room.managedObjectContext!
    let sheet = NSManagedObjectContext(.mainQueue)
    sheet.parent = view
    let edited = sheet.object(with: room.objectID) as! Room
    return EditActions(
      changed: { name in edited.name = name },
      cancelled: {
        sheet.reset()
        close(nil)
      },
      confirmed: {
        do {
          try sheet.save()
          try view.save()
          close(nil)
        } catch {
          close(error)
        }
      })
  }
}
