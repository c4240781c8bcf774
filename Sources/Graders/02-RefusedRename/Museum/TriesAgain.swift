import CoreData
import RefusedRename
import WorkbookKit

struct TriesAgain: RenamesWithCare {
  func rename(
    _ room: Room, to name: String, in context: NSManagedObjectContext
  ) -> RenameResult {
    room.name = name
    for _ in 1...3 {
      if (try? context.save()) != nil { return .saved }
    }
    return .refused
  }
}
