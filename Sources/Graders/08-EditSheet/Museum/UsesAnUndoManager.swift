import CoreData
import EditSheet
import WorkbookKit

/// Undoes on cancel what was typed, with all that came since.
struct UsesAnUndoManager: EditsRooms {
  func edit(_ room: Room, close: @escaping @Sendable ((any Error)?) -> Void) -> EditActions {
    let view = room.managedObjectContext!
    view.undoManager = UndoManager()
    return EditActions(
      changed: { room.name = $0 },
      cancelled: {
        while view.undoManager?.canUndo == true { view.undo() }
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
