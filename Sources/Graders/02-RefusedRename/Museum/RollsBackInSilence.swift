import CoreData
import RefusedRename
import WorkbookKit

struct RollsBackInSilence: RenamesWithCare {
  func rename(
    _ room: Room, to name: String, in context: NSManagedObjectContext
  ) -> RenameResult {
    room.name = name
    do { try context.save() } catch { context.rollback() }
    return .saved
  }
}
