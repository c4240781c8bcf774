import CoreData
import RenameRoom
import WorkbookKit

/// Wins over what others have saved meanwhile, by a policy that it sets and takes back.
struct WinsThisOnce: RenamesRooms {
  func rename(
    _ room: Room, to name: String, in background: NSManagedObjectContext,
    done: @escaping @Sendable ((any Error)?) -> Void
  ) {
    let main = room.managedObjectContext!
    let id = room.objectID
    background.perform {
      // Others save rooms, too: our name is to win, and the rest of theirs stays.
      let policy = background.mergePolicy
      background.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
      defer { background.mergePolicy = policy }
      do {
        let own = try background.existingObject(with: id) as! Room
        own.name = name
        do {
          try background.save()
        } catch {
          background.refresh(own, mergeChanges: false)
          throw error
        }
        main.perform { done(nil) }
      } catch {
        main.perform { done(error) }
      }
    }
  }
}
