import CoreData
import EditSheet
import WorkbookKit

struct UsesAPrivateChild: EditsRooms {
  func edit(_ room: Room, close: @escaping @Sendable ((any Error)?) -> Void) -> EditActions {
    let view = room.managedObjectContext!
    let sheet = NSManagedObjectContext(.privateQueue)
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
