import CoreData
import Foundation
import StaleTitle
import WorkbookKit

/// Merges the notification on the queue that posts it.
struct MergesInTheBackground: KeepsTitlesFresh {
  func rename(
    _ room: Room, to name: String, in background: NSManagedObjectContext,
    done: @escaping @Sendable ((any Error)?) -> Void
  ) {
    let view = room.managedObjectContext!
    let id = room.objectID
    background.perform {
      let observer = NotificationCenter.default.addObserver(
        forName: .NSManagedObjectContextDidSave, object: background, queue: nil
      ) { note in view.mergeChanges(fromContextDidSave: note) }
      defer { NotificationCenter.default.removeObserver(observer) }
      do {
        let own = try background.existingObject(with: id) as! Room
        own.name = name
        try background.save()
        view.perform { done(nil) }
      } catch {
        background.rollback()
        view.perform { done(error) }
      }
    }
  }
}
