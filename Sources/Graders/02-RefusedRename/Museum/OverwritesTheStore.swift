import CoreData
import RefusedRename
import WorkbookKit

/// Lets its own name win.
struct OverwritesTheStore: RenamesWithCare {
  func rename(
    _ room: Room, to name: String, in context: NSManagedObjectContext
  ) -> RenameResult {
    room.name = name
    context.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
    do {
      try context.save()
      return .saved
    } catch {
      context.rollback()
      return .refused
    }
  }
}
