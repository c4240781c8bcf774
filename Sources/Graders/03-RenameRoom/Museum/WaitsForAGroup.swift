import CoreData
import Foundation
import RenameRoom
import WorkbookKit

/// Lets main wait for a group.
struct WaitsForAGroup: RenamesRooms {
  func rename(
    _ room: Room, to name: String, in background: NSManagedObjectContext,
    done: @escaping @Sendable ((any Error)?) -> Void
  ) {
    let id = room.objectID
    let group = DispatchGroup()
    nonisolated(unsafe) var failure: (any Error)?
    group.enter()
    background.perform {
      do {
        let own = try background.existingObject(with: id) as! Room
        own.name = name
        try background.save()
      } catch {
        failure = error
      }
      group.leave()
    }
    group.wait()
    done(failure)
  }
}
