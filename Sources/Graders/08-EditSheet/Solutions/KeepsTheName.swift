import CoreData
import EditSheet
import WorkbookKit

/// The name waits outside of every context until it is confirmed.
struct KeepsTheName: EditsRooms {
  func edit(_ room: Room, close: @escaping @Sendable ((any Error)?) -> Void) -> EditActions {
    let view = room.managedObjectContext!
    var typed = room.name
    return EditActions(
      changed: { name in typed = name },
      cancelled: { close(nil) },
      confirmed: {
        room.name = typed
        do {
          try view.save()
          close(nil)
        } catch {
          close(error)
        }
      })
  }
}
