import CoreData
import RefusedRename
import WorkbookKit

struct LeavesItPending: RenamesWithCare {
  func rename(
    _ room: Room, to name: String, in context: NSManagedObjectContext
  ) -> RenameResult {
    room.name = name
    do {
      try context.save()
      return .saved
    } catch {
      return .refused
    }
  }
}
