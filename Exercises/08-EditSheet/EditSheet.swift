import CoreData
import EditSheet
import WorkbookKit

/// Edits the room, and takes it back if need be.
struct Answer: EditsRooms {
  func edit(_ room: Room, close: @escaping @Sendable ((any Error)?) -> Void) -> EditActions {
    let view = room.managedObjectContext!
    return EditActions(
      changed: { name in room.name = name },
      cancelled: {
        view.rollback()
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
