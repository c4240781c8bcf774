import CoreData
import RefusedRename
import WorkbookKit

/// Looks whether the room has changed, and relies on the save all the same.
struct AsksTheStoreFirst: RenamesWithCare {
  func rename(
    _ room: Room, to name: String, in context: NSManagedObjectContext
  ) -> RenameResult {
    let before = room.name
    room.name = name
    do {
      try context.save()
    } catch {
      room.name = before
      context.refresh(room, mergeChanges: false)
      return .refused
    }
    return .saved
  }
}
