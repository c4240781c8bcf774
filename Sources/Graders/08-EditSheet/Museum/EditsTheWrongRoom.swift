import CoreData
import EditSheet
import WorkbookKit

struct EditsTheWrongRoom: EditsRooms {
  func edit(_ room: Room, close: @escaping @Sendable ((any Error)?) -> Void) -> EditActions {
    let view = room.managedObjectContext!
    let sheet = NSManagedObjectContext(.mainQueue)
    sheet.parent = view
    return EditActions(
      changed: { name in room.name = name },
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
