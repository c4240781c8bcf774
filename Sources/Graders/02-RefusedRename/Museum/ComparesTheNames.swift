import CoreData
import RefusedRename
import WorkbookKit

/// Looks whether the name has changed, and forgets that there is more in a room.
struct ComparesTheNames: RenamesWithCare {
  func rename(
    _ room: Room, to name: String, in context: NSManagedObjectContext
  ) -> RenameResult {
    let seen = room.name
    context.refresh(room, mergeChanges: false)
    if room.name != seen { return .refused }
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
