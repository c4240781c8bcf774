import CoreData
import RefusedRename
import WorkbookKit

/// Forgets everything in the context, the room of the screen too.
struct ResetsTheContext: RenamesWithCare {
  func rename(
    _ room: Room, to name: String, in context: NSManagedObjectContext
  ) -> RenameResult {
    room.name = name
    do {
      try context.save()
      return .saved
    } catch {
      context.reset()
      return .refused
    }
  }
}
