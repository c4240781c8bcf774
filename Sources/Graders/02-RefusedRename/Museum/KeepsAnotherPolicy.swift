import CoreData
import RefusedRename
import WorkbookKit

/// Rolls back, and leaves the context with another merge policy.
struct KeepsAnotherPolicy: RenamesWithCare {
  func rename(
    _ room: Room, to name: String, in context: NSManagedObjectContext
  ) -> RenameResult {
    room.name = name
    do {
      try context.save()
      return .saved
    } catch {
      context.rollback()
      context.mergePolicy = NSMergePolicy.overwrite
      return .refused
    }
  }
}
