import CoreData
import ImportHistory
import WorkbookKit

/// Saves full batches of twenty, and forgets what is left over.
struct DropsTheRest: ImportsHistory {
  func importTexts(
    _ texts: [String], view: NSManagedObjectContext,
    done: @escaping @Sendable ((any Error)?) -> Void
  ) {
    let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    context.persistentStoreCoordinator = view.persistentStoreCoordinator
    context.perform {
      do {
        for (number, text) in texts.enumerated() {
          Message(context: context).text = text
          if number % 20 == 19 { try context.save() }
        }
        view.perform { done(nil) }
      } catch {
        view.perform { done(error) }
      }
    }
  }
}
