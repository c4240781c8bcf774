import CoreData
import RenameRoom
import WorkbookKit

struct KnowsTheName: RenamesRooms {
  func rename(
    _ room: Room, to name: String, in background: NSManagedObjectContext,
    done: @escaping @Sendable ((any Error)?) -> Void
  ) {
    let main = room.managedObjectContext!
    let roomID = room.objectID
    background.perform {
      let room = background.object(with: roomID) as! Room
      room.name = "Swift on Linux"
      try? background.save()
      main.perform { done(nil) }
    }
  }
}
