import CoreData
import EditSheet
import WorkbookKit

/// Keeps the name in a variable until it is confirmed.
struct KeepsAString: EditsRooms {
  func edit(_ room: Room, close: @escaping @Sendable ((any Error)?) -> Void) -> EditActions {
    var typed: String?
    return EditActions(
      changed: { typed = $0 },
      cancelled: { close(nil) },
      confirmed: {
        let before = room.name
        do {
          if let typed { room.name = typed }
          try room.managedObjectContext?.save()
          close(nil)
        } catch {
          room.name = before
          close(error)
        }
      })
  }
}
