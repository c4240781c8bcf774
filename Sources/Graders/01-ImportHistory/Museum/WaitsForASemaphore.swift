import CoreData
import Foundation
import ImportHistory
import WorkbookKit

/// Imports beside the view, and lets main wait for it.
struct WaitsForASemaphore: ImportsHistory {
  func importTexts(
    _ texts: [String], view: NSManagedObjectContext,
    done: @escaping @Sendable ((any Error)?) -> Void
  ) {
    let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    context.persistentStoreCoordinator = view.persistentStoreCoordinator
    let finished = DispatchSemaphore(value: 0)
    nonisolated(unsafe) var failure: (any Error)?
    context.perform {
      do {
        for text in texts { Message(context: context).text = text }
        try context.save()
      } catch {
        failure = error
      }
      finished.signal()
    }
    finished.wait()
    done(failure)
  }
}
