import CoreData
import WorkbookKit

/// Undoes everything in the view on cancel.
struct UsesAnUndoManager: EditsRooms {
  func edit(_ room: Room, close: @escaping @Sendable ((any Error)?) -> Void) -> EditActions {
    let view = room.managedObjectContext!
    let before = room.name
    return EditActions(
      changed: { room.name = $0 },
      cancelled: {
        view.reset()
        _ = before
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
