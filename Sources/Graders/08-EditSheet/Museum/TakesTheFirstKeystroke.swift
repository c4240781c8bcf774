import CoreData
import EditSheet
import WorkbookKit

/// Writes down the first name only.
struct TakesTheFirstKeystroke: EditsRooms {
  func edit(_ room: Room, close: @escaping @Sendable ((any Error)?) -> Void) -> EditActions {
    var typed: String?
    return EditActions(
      changed: { if typed == nil { typed = $0 } },
      cancelled: { close(nil) },
      confirmed: {
        do {
          if let typed { room.name = typed }
          try room.managedObjectContext?.save()
          close(nil)
        } catch {
          close(error)
        }
      })
  }
}
