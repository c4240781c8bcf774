import CoreData
import EditSheet
import WorkbookKit

/// Takes the name back on cancel, and saves that.
struct SavesOnCancelToo: EditsRooms {
  func edit(_ room: Room, close: @escaping @Sendable ((any Error)?) -> Void) -> EditActions {
    let view = room.managedObjectContext!
    let before = room.name
    return EditActions(
      changed: { room.name = $0 },
      cancelled: {
        room.name = before
        try? view.save()
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
