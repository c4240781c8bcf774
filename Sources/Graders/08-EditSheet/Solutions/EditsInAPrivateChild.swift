import CoreData
import EditSheet
import WorkbookKit

/// A scratch pad with a queue of its own, which main never waits for.
struct EditsInAPrivateChild: EditsRooms {
  func edit(_ room: Room, close: @escaping @Sendable ((any Error)?) -> Void) -> EditActions {
    let view = room.managedObjectContext!
    let roomID = room.objectID
    let sheet = NSManagedObjectContext(.privateQueue)
    sheet.parent = view
    return EditActions(
      changed: { name in
        sheet.perform { (sheet.object(with: roomID) as! Room).name = name }
      },
      cancelled: {
        sheet.perform { sheet.reset() }
        close(nil)
      },
      confirmed: {
        sheet.perform {
          let result = Result { try sheet.save() }
          view.perform {
            do {
              try result.get()
              try view.save()
              close(nil)
            } catch {
              close(error)
            }
          }
        }
      })
  }
}
