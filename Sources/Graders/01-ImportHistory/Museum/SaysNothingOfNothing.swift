import CoreData
import ImportHistory
import WorkbookKit

/// Has nothing to say where there is nothing to import.
struct SaysNothingOfNothing: ImportsHistory {
  func importTexts(
    _ texts: [String], view: NSManagedObjectContext,
    done: @escaping @Sendable ((any Error)?) -> Void
  ) {
    guard !texts.isEmpty else { return }
    let context = NSManagedObjectContext(.privateQueue)
    context.persistentStoreCoordinator = view.persistentStoreCoordinator
    context.perform {
      do {
        for text in texts { Message(context: context).text = text }
        try context.save()
        view.perform { done(nil) }
      } catch {
        view.perform { done(error) }
      }
    }
  }
}
