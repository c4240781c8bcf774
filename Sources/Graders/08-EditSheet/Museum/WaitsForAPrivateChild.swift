import CoreData
import EditSheet
import WorkbookKit

struct WaitsForAPrivateChild: EditsRooms {
  func edit(_ room: Room, close: @escaping @Sendable ((any Error)?) -> Void) -> EditActions {
    let view = room.managedObjectContext!
    let roomID = room.objectID
    let sheet = NSManagedObjectContext(.privateQueue)
    sheet.parent = view
    return EditActions(
      changed: { name in
        sheet.perform {
          let edited = sheet.object(with: roomID) as! Room
          edited.name = name
        }
      },
      cancelled: {
        sheet.performAndWait { sheet.reset() }
        close(nil)
      },
      confirmed: {
        do {
          try sheet.performAndWait { try sheet.save() }
          try view.save()
          close(nil)
        } catch {
          close(error)
        }
      })
  }
}
