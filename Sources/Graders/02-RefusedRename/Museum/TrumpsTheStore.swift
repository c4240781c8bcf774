import CoreData
import RefusedRename
import WorkbookKit

struct TrumpsTheStore: RenamesWithCare {
  func rename(
    _ room: Room, to name: String, in context: NSManagedObjectContext
  ) -> RenameResult {
    room.name = name
    context.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
    do {
      try context.save()
      return .saved
    } catch {
      context.rollback()
      return .refused
    }
  }
}
