import CoreData
import Foundation
import ImportHistory
import WorkbookKit

/// Does the work in an operation.
struct UsesOperations: ImportsHistory {
  func importTexts(
    _ texts: [String], view: NSManagedObjectContext,
    done: @escaping @Sendable ((any Error)?) -> Void
  ) {
    let coordinator = view.persistentStoreCoordinator
    let queue = OperationQueue()
    queue.maxConcurrentOperationCount = 1
    queue.addOperation {
      let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
      context.persistentStoreCoordinator = coordinator
      do {
        try context.performAndWait {
          for text in texts { Message(context: context).text = text }
          try context.save()
        }
        OperationQueue.main.addOperation { done(nil) }
      } catch {
        OperationQueue.main.addOperation { done(error) }
      }
    }
  }
}
