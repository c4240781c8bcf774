import CoreData
import RefusedRename
import WorkbookKit

/// Catches the conflict, rolls back and reads the room anew.
struct RefusesAndMerges: RenamesWithCare {
  func rename(
    _ room: Room, to name: String, in context: NSManagedObjectContext
  ) -> RenameResult {
    room.name = name
    do {
      try context.save()
      return .saved
    } catch {
      context.rollback()
      context.refresh(room, mergeChanges: false)
      return .refused
    }
  }
}
