import CoreData
import RefusedRename
import WorkbookKit

/// Reads the room anew and saves over it.
struct RefreshesAndSavesAgain: RenamesWithCare {
  func rename(
    _ room: Room, to name: String, in context: NSManagedObjectContext
  ) -> RenameResult {
    room.name = name
    do {
      try context.save()
      return .saved
    } catch {
      context.refresh(room, mergeChanges: true)
      do {
        try context.save()
        return .saved
      } catch {
        context.rollback()
        return .refused
      }
    }
  }
}
