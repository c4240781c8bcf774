import CoreData
import Foundation
import StaleTitle
import WorkbookKit

/// Has the notification delivered on the main queue.
struct ObservesOnMain: KeepsTitlesFresh {
  func rename(
    _ room: Room, to name: String, in background: NSManagedObjectContext,
    done: @escaping @Sendable ((any Error)?) -> Void
  ) {
    let view = room.managedObjectContext!
    let id = room.objectID
    let observation = Observation()
    observation.token = NotificationCenter.default.addObserver(
      forName: .NSManagedObjectContextDidSave, object: background, queue: .main
    ) { note in
      view.mergeChanges(fromContextDidSave: note)
      observation.end()
      done(nil)
    }
    background.perform {
      do {
        let own = try background.existingObject(with: id) as! Room
        own.name = name
        try background.save()
      } catch {
        background.rollback()
        observation.end()
        DispatchQueue.main.async { done(error) }
      }
    }
  }

  final class Observation: @unchecked Sendable {
    var token: (any NSObjectProtocol)?
    func end() { if let token { NotificationCenter.default.removeObserver(token) } }
  }
}
