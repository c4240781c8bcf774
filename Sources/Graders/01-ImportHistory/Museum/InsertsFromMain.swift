import CoreData
import ImportHistory
import WorkbookKit

/// Makes the messages where it stands, and only saves in the block.
struct InsertsFromMain: ImportsHistory {
  func importTexts(
    _ texts: [String], view: NSManagedObjectContext,
    done: @escaping @Sendable ((any Error)?) -> Void
  ) {
    let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    context.persistentStoreCoordinator = view.persistentStoreCoordinator
    for text in texts { Message(context: context).text = text }
    context.perform {
      do {
        try context.save()
        view.perform { done(nil) }
      } catch {
        view.perform { done(error) }
      }
    }
  }
}
