import CoreData
import RefusedRename
import WorkbookKit

/// Judges by `hasChanges`, having swallowed the error.
struct LooksAtTheChanges: RenamesWithCare {
  func rename(
    _ room: Room, to name: String, in context: NSManagedObjectContext
  ) -> RenameResult {
    room.name = name
    try? context.save()
    if context.hasChanges {
      context.rollback()
      return .saved
    }
    return .saved
  }
}
