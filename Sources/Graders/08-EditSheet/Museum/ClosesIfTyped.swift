import CoreData
import EditSheet
import WorkbookKit

/// Where nothing was typed, there is nothing to take back.
struct ClosesIfTyped: EditsRooms {
  func edit(_ room: Room, close: @escaping @Sendable ((any Error)?) -> Void) -> EditActions {
    let view = room.managedObjectContext!
    var typed: String?
    return EditActions(
      changed: { typed = $0 },
      cancelled: {
        guard typed != nil else { return }
        typed = nil
        close(nil)
      },
      confirmed: {
        if let typed { room.name = typed }
        do {
          try view.save()
          close(nil)
        } catch {
          close(error)
        }
      })
  }
}
