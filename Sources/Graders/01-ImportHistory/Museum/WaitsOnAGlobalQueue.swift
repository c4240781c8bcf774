import CoreData
import Foundation
import ImportHistory
import WorkbookKit

/// Lets a thread of Dispatch wait for the context.
struct WaitsOnAGlobalQueue: ImportsHistory {
  func importTexts(
    _ texts: [String], view: NSManagedObjectContext,
    done: @escaping @Sendable ((any Error)?) -> Void
  ) {
    let coordinator = view.persistentStoreCoordinator
    DispatchQueue.global(qos: .utility).async {
      let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
      context.persistentStoreCoordinator = coordinator
      let failure: (any Error)? = context.performAndWait {
        do {
          for text in texts { Message(context: context).text = text }
          try context.save()
          return nil
        } catch {
          return error
        }
      }
      DispatchQueue.main.async { done(failure) }
    }
  }
}
