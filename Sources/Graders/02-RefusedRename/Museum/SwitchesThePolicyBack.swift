import CoreData
import RefusedRename
import WorkbookKit

/// Makes sure that conflicts are errors while it saves.
struct SwitchesThePolicyBack: RenamesWithCare {
  func rename(
    _ room: Room, to name: String, in context: NSManagedObjectContext
  ) -> RenameResult {
    let policy = context.mergePolicy
    context.mergePolicy = NSMergePolicy.error
    defer { context.mergePolicy = policy }
    room.name = name
    do {
      try context.save()
      return .saved
    } catch {
      context.rollback()
      return .refused
    }
  }
}
