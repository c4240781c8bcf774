import CoreData
import RefusedRename
import WorkbookKit

/// Takes the room out of the context by deleting it.
struct DeletesTheRoom: RenamesWithCare {
  func rename(
    _ room: Room, to name: String, in context: NSManagedObjectContext
  ) -> RenameResult {
    room.name = name
    do {
      try context.save()
      return .saved
    } catch {
      context.delete(room)
      return .refused
    }
  }
}
