import CoreData
import ImportHistory
import WorkbookKit

/// Imports each text only once.
struct DropsEqualTexts: ImportsHistory {
  func importTexts(
    _ texts: [String], view: NSManagedObjectContext,
    done: @escaping @Sendable ((any Error)?) -> Void
  ) {
    let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    context.persistentStoreCoordinator = view.persistentStoreCoordinator
    context.perform {
      do {
        for text in Set(texts).sorted() { Message(context: context).text = text }
        try context.save()
        view.perform { done(nil) }
      } catch {
        view.perform { done(error) }
      }
    }
  }
}
