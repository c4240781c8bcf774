import CoreData
import Foundation
import RenameRoom
import WorkbookKit

struct LocksTheRoom: RenamesRooms {
  func rename(
    _ room: Room, to name: String, in background: NSManagedObjectContext,
    done: @escaping @Sendable ((any Error)?) -> Void
  ) {
    let main = room.managedObjectContext!
    let lock = NSLock()
    background.perform {
      lock.withLock { room.name = name }
      do {
        try lock.withLock { try main.save() }
        main.perform { done(nil) }
      } catch {
        main.perform { done(error) }
      }
    }
  }
}
