import CoreData
import EditSheet
import WorkbookKit

/// Discards everything else in the view before it saves.
struct SavesWithoutTheDraft: EditsRooms {
  func edit(_ room: Room, close: @escaping @Sendable ((any Error)?) -> Void) -> EditActions {
    let view = room.managedObjectContext!
    var typed = room.name
    return EditActions(
      changed: { typed = $0 },
      cancelled: { close(nil) },
      confirmed: {
        do {
          view.rollback()
          room.name = typed
          try view.save()
          close(nil)
        } catch {
          close(error)
        }
      })
  }
}
