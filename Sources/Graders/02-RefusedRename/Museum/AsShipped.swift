import CoreData
import RefusedRename
import WorkbookKit

/// Renames the room and saves it.
struct AsShipped: RenamesWithCare {
  func rename(
    _ room: Room, to name: String, in context: NSManagedObjectContext
  ) -> RenameResult {
    room.name = name
    try? context.save()
    return .saved
  }
}
