import CoreData
import EditSheet
import WorkbookKit

struct WritesTheOldNameBack: EditsRooms {
  func edit(_ room: Room, close: @escaping @Sendable ((any Error)?) -> Void) -> EditActions {
    let view = room.managedObjectContext!
    let oldName = room.name
    return EditActions(
      changed: { name in room.name = name },
      cancelled: {
        room.name = oldName
        close(nil)
      },
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
