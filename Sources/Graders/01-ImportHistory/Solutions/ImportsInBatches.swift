import CoreData
import ImportHistory
import WorkbookKit

/// Few saves, and little memory.
struct ImportsInBatches: ImportsHistory {
  func importTexts(
    _ texts: [String], view: NSManagedObjectContext,
    done: @escaping @Sendable ((any Error)?) -> Void
  ) {
    let context = NSManagedObjectContext(.privateQueue)
    context.persistentStoreCoordinator = view.persistentStoreCoordinator
    context.perform {
      do {
        for start in stride(from: 0, to: texts.count, by: 100) {
          for text in texts[start..<min(start + 100, texts.count)] {
            let message = Message(context: context)
            message.text = text
          }
          try context.save()
          context.reset()
        }
        view.perform { done(nil) }
      } catch {
        view.perform { done(error) }
      }
    }
  }
}
