import CoreData
import ImportHistory
import WorkbookKit

/// Says that it failed, and then that it is done.
struct SaysItTwice: ImportsHistory {
  func importTexts(
    _ texts: [String], view: NSManagedObjectContext,
    done: @escaping @Sendable ((any Error)?) -> Void
  ) {
    let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    context.persistentStoreCoordinator = view.persistentStoreCoordinator
    context.perform {
      for text in texts { Message(context: context).text = text }
      do {
        try context.save()
      } catch {
        view.perform { done(error) }
      }
      view.perform { done(nil) }
    }
  }
}
