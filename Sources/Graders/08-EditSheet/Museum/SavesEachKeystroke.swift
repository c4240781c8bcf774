import CoreData
import EditSheet
import WorkbookKit

struct SavesEachKeystroke: EditsRooms {
  func edit(_ room: Room, close: @escaping @Sendable ((any Error)?) -> Void) -> EditActions {
    let view = room.managedObjectContext!
    let sheet = NSManagedObjectContext(.mainQueue)
    sheet.parent = view
    let edited = sheet.object(with: room.objectID) as! Room
    return EditActions(
      changed: { name in
        edited.name = name
        try? sheet.save()
      },
      cancelled: {
        sheet.reset()
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
