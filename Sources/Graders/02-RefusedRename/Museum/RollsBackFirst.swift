import CoreData
import RefusedRename
import WorkbookKit

/// Throws its own name away before it saves.
struct RollsBackFirst: RenamesWithCare {
  func rename(
    _ room: Room, to name: String, in context: NSManagedObjectContext
  ) -> RenameResult {
    context.rollback()
    room.name = name
    context.rollback()
    do {
      try context.save()
      return .saved
    } catch {
      return .refused
    }
  }
}
