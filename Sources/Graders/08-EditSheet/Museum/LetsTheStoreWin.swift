import CoreData
import EditSheet
import WorkbookKit

/// The save is never refused.
struct LetsTheStoreWin: EditsRooms {
  func edit(_ room: Room, close: @escaping @Sendable ((any Error)?) -> Void) -> EditActions {
    let view = room.managedObjectContext!
    var typed: String?
    return EditActions(
      changed: { typed = $0 },
      cancelled: {
        close(nil)
      },
      confirmed: {
        if let typed { room.name = typed }
        view.mergePolicy = NSMergePolicy.mergeByPropertyStoreTrump
        do {
          try view.save()
          close(nil)
        } catch {
          close(error)
        }
      })
  }
}
