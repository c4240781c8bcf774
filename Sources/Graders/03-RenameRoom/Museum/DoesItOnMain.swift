import CoreData
import RenameRoom
import WorkbookKit

struct DoesItOnMain: RenamesRooms {
  func rename(
    _ room: Room, to name: String, in background: NSManagedObjectContext,
    done: @escaping @Sendable ((any Error)?) -> Void
  ) {
    room.name = name
    do {
      try room.managedObjectContext?.save()
      done(nil)
    } catch {
      done(error)
    }
  }
}
