import CoreData
import RefusedRename
import WorkbookKit

/// Nothing is overwritten where nothing is written.
struct NeverRenames: RenamesWithCare {
  func rename(
    _ room: Room, to name: String, in context: NSManagedObjectContext
  ) -> RenameResult {
    .refused
  }
}
