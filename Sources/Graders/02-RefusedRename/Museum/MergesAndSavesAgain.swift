import CoreData
import RefusedRename
import WorkbookKit

struct MergesAndSavesAgain: RenamesWithCare {
  func rename(
    _ room: Room, to name: String, in context: NSManagedObjectContext
  ) -> RenameResult {
    room.name = name
    do {
      try context.save()
    } catch {
      context.refresh(room, mergeChanges: true)
      try? context.save()
    }
    return .saved
  }
}
