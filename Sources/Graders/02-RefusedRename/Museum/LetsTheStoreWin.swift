import CoreData
import RefusedRename
import WorkbookKit

/// Lets the other name win, and says that its own was saved.
struct LetsTheStoreWin: RenamesWithCare {
  func rename(
    _ room: Room, to name: String, in context: NSManagedObjectContext
  ) -> RenameResult {
    room.name = name
    context.mergePolicy = NSMergePolicy.mergeByPropertyStoreTrump
    do {
      try context.save()
      return .saved
    } catch {
      context.rollback()
      return .refused
    }
  }
}
