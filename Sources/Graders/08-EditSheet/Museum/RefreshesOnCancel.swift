import CoreData
import EditSheet
import WorkbookKit

/// The room is made what the store says, whatever was done to it.
struct RefreshesOnCancel: EditsRooms {
  func edit(_ room: Room, close: @escaping @Sendable ((any Error)?) -> Void) -> EditActions {
    let view = room.managedObjectContext!
    var typed: String?
    return EditActions(
      changed: { typed = $0 },
      cancelled: {
        view.refresh(room, mergeChanges: false)
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
