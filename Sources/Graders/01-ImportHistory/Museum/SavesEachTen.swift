import CoreData
import ImportHistory
import WorkbookKit

/// A page is ten messages.
struct SavesEachTen: ImportsHistory {
  func importTexts(
    _ texts: [String], view: NSManagedObjectContext,
    done: @escaping @Sendable ((any Error)?) -> Void
  ) {
    let context = NSManagedObjectContext(.privateQueue)
    context.persistentStoreCoordinator = view.persistentStoreCoordinator
    context.perform {
      do {
        for start in stride(from: 0, to: texts.count, by: 10) {
          for text in texts[start..<min(start + 10, texts.count)] {
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
