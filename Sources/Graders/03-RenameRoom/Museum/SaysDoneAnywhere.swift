import CoreData
import RenameRoom
import WorkbookKit

struct SaysDoneAnywhere: RenamesRooms {
  func rename(
    _ room: Room, to name: String, in background: NSManagedObjectContext,
    done: @escaping @Sendable ((any Error)?) -> Void
  ) {
    let roomID = room.objectID
    background.perform {
      do {
        let room = try background.existingObject(with: roomID) as! Room
        room.name = name
        try background.save()
        done(nil)
      } catch {
        done(error)
      }
    }
  }
}
