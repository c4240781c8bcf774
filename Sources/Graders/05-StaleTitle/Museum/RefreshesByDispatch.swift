import CoreData
import Foundation
import StaleTitle
import WorkbookKit

/// Goes to main by Dispatch, and refreshes there.
struct RefreshesByDispatch: KeepsTitlesFresh {
  func rename(
    _ room: Room, to name: String, in background: NSManagedObjectContext,
    done: @escaping @Sendable ((any Error)?) -> Void
  ) {
    let view = room.managedObjectContext!
    let id = room.objectID
    background.perform {
      do {
        let own = try background.existingObject(with: id) as! Room
        own.name = name
        try background.save()
      } catch {
        background.rollback()
        DispatchQueue.main.async { done(error) }
        return
      }
      DispatchQueue.main.async {
        view.refresh(view.object(with: id), mergeChanges: true)
        done(nil)
      }
    }
  }
}
