import CoreData
import Foundation
import ImportHistory
import WorkbookKit

/// Saves large batches, each in a pool of its own.
struct DrainsPools: ImportsHistory {
  func importTexts(
    _ texts: [String], view: NSManagedObjectContext,
    done: @escaping @Sendable ((any Error)?) -> Void
  ) {
    let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    context.persistentStoreCoordinator = view.persistentStoreCoordinator
    context.perform {
      do {
        for start in stride(from: 0, to: texts.count, by: 1000) {
          try autoreleasepool {
            for text in texts[start..<min(start + 1000, texts.count)] {
              Message(context: context).text = text
            }
            try context.save()
            context.reset()
          }
        }
        view.perform { done(nil) }
      } catch {
        view.perform { done(error) }
      }
    }
  }
}
