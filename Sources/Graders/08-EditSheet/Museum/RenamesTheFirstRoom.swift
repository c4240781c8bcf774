import CoreData
import EditSheet
import WorkbookKit

/// Edits the first room that the child finds.
struct RenamesTheFirstRoom: EditsRooms {
  func edit(_ room: Room, close: @escaping @Sendable ((any Error)?) -> Void) -> EditActions {
    let view = room.managedObjectContext!
    let sheet = NSManagedObjectContext(.mainQueue)
    sheet.parent = view
    let rooms = (try? sheet.fetch(NSFetchRequest<Room>(entityName: "Room"))) ?? []
    return EditActions(
      changed: { name in rooms.first?.name = name },
      cancelled: { close(nil) },
      confirmed: {
        do {
          try sheet.save()
          try view.save()
          close(nil)
        } catch {
          close(error)
        }
      })
  }
}
