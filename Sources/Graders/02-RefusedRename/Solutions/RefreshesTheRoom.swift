import CoreData
import RefusedRename
import WorkbookKit

/// The room becomes what the store says it is.
struct RefreshesTheRoom: RenamesWithCare {
  func rename(
    _ room: Room, to name: String, in context: NSManagedObjectContext
  ) -> RenameResult {
    room.name = name
    do {
      try context.save()
      return .saved
    } catch {
      context.refresh(room, mergeChanges: false)
      return .refused
    }
  }
}
