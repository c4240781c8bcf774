import CoreData
import ImportHistory
import WorkbookKit

/// Zero is a multiple of a hundred, too: the first text has a save of its own.
struct SavesTheFirstAlone: ImportsHistory {
  func importTexts(
    _ texts: [String], view: NSManagedObjectContext,
    done: @escaping @Sendable ((any Error)?) -> Void
  ) {
    let imports = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    imports.persistentStoreCoordinator = view.persistentStoreCoordinator
    imports.perform {
      do {
        for (index, text) in texts.enumerated() {
          Message(context: imports).text = text
          if index % 100 == 0 { try imports.save() }
        }
        try imports.save()
        view.perform { done(nil) }
      } catch {
        view.perform { done(error) }
      }
    }
  }
}
