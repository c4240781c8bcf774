import CoreData
import Foundation
import ImportHistory
import WorkbookKit

/// Says so on the main queue of Dispatch.
struct GoesBackByDispatch: ImportsHistory {
  func importTexts(
    _ texts: [String], view: NSManagedObjectContext,
    done: @escaping @Sendable ((any Error)?) -> Void
  ) {
    let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    context.persistentStoreCoordinator = view.persistentStoreCoordinator
    context.perform {
      var failure: (any Error)?
      do {
        for text in texts { Message(context: context).text = text }
        try context.save()
      } catch {
        failure = error
      }
      let result = failure
      DispatchQueue.main.async { done(result) }
    }
  }
}
