import CoreData
import EditSheet
import WorkbookKit

/// Edits the view's room, and refreshes it on cancel.
struct RefreshesTheRoom: EditsRooms {
  func edit(_ room: Room, close: @escaping @Sendable ((any Error)?) -> Void) -> EditActions {
    let view = room.managedObjectContext!
    return EditActions(
      changed: { room.name = $0 },
      cancelled: {
        view.refresh(room, mergeChanges: false)
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
