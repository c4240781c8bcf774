import CoreData
import RefusedRename
import WorkbookKit

/// Compares what the screen shows of a room; another admin may have changed something else.
struct ComparesNameAndTopic: RenamesWithCare {
  func rename(
    _ room: Room, to name: String, in context: NSManagedObjectContext
  ) -> RenameResult {
    let seen = [room.name, room.topic]
    context.refresh(room, mergeChanges: true)
    if [room.name, room.topic] != seen { return .refused }
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
