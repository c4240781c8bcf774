import CoreData
import Foundation
import StaleTitle
import WorkbookKit

/// Merges what was saved into the view context.
struct MergesTheNotification: KeepsTitlesFresh {
  func rename(
    _ room: Room, to name: String, in background: NSManagedObjectContext,
    done: @escaping @Sendable ((any Error)?) -> Void
  ) {
    let view = room.managedObjectContext!
    let id = room.objectID
    background.perform {
      let observer = NotificationCenter.default.addObserver(
        forName: .NSManagedObjectContextDidSave, object: background, queue: nil
      ) { note in
        view.perform { view.mergeChanges(fromContextDidSave: note) }
      }
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
