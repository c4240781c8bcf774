import CoreData
import RenameRoom
import WorkbookKit

/// Takes the name back where another one was faster; a save is refused for other reasons, too.
struct CleansUpConflictsOnly: RenamesRooms {
  func rename(
    _ room: Room, to name: String, in background: NSManagedObjectContext,
    done: @escaping @Sendable ((any Error)?) -> Void
  ) {
    let (roomID, main) = (room.objectID, room.managedObjectContext!)
    background.perform {
      do {
        let room = try background.existingObject(with: roomID) as! Room
        room.name = name
        do {
          try background.save()
        } catch let error as CocoaError where error.code == .managedObjectMerge {
          background.refresh(room, mergeChanges: false)
          throw error
        }
        main.perform { done(nil) }
      } catch {
        main.perform { done(error) }
      }
    }
  }
}
