import CoreData
import RenameRoom
import WorkbookKit

/// Takes back what the error names; what was in the way may be a change of another part.
struct RefreshesTheConflicts: RenamesRooms {
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
        } catch let error as CocoaError {
          let named = error.userInfo["conflictList"] as? [NSMergeConflict]
          for conflict in named ?? [] {
            background.refresh(conflict.sourceObject, mergeChanges: false)
          }
          if named == nil { background.rollback() }
          throw error
        }
        main.perform { done(nil) }
      } catch {
        main.perform { done(error) }
      }
    }
  }
}
