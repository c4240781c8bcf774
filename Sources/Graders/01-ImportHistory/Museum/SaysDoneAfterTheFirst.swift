import CoreData
import ImportHistory
import WorkbookKit

/// Saves two halves, and is done after the first.
struct SaysDoneAfterTheFirst: ImportsHistory {
  func importTexts(
    _ texts: [String], view: NSManagedObjectContext,
    done: @escaping @Sendable ((any Error)?) -> Void
  ) {
    let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    context.persistentStoreCoordinator = view.persistentStoreCoordinator
    context.perform {
      do {
        for text in texts.prefix(texts.count / 2) { Message(context: context).text = text }
        try context.save()
        view.perform { done(nil) }
        for text in texts.dropFirst(texts.count / 2) { Message(context: context).text = text }
        try context.save()
      } catch {
        view.perform { done(error) }
      }
    }
  }
}
