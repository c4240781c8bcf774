import CoreData
import RenameRoom
import WorkbookKit

struct AsksTheFirstContext: RenamesRooms {
  func rename(
    _ room: Room, to name: String, in background: NSManagedObjectContext,
    done: @escaping @Sendable ((any Error)?) -> Void
  ) {
    let main = room.managedObjectContext!
    let roomID = room.objectID
    background.perform {
      let room = main.object(with: roomID) as! Room
      room.name = name
      do {
        try main.save()
        main.perform { done(nil) }
      } catch {
        main.perform { done(error) }
      }
    }
  }
}
