import CoreData
import Foundation
import RenameRoom
import WorkbookKit

struct SleepsFirst: RenamesRooms {
  func rename(
    _ room: Room, to name: String, in background: NSManagedObjectContext,
    done: @escaping @Sendable ((any Error)?) -> Void
  ) {
    let main = room.managedObjectContext!
    background.perform {
      Thread.sleep(forTimeInterval: 0.001)
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
