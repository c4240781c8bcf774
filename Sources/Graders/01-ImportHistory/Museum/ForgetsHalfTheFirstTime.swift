import CoreData
import ImportHistory
import WorkbookKit

/// Remembers that it was called before, and works from then on.
struct ForgetsHalfTheFirstTime: ImportsHistory {
  func importTexts(
    _ texts: [String], view: NSManagedObjectContext,
    done: @escaping @Sendable ((any Error)?) -> Void
  ) {
    let isFirst = !Self.wasCalled
    Self.wasCalled = true
    let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    context.persistentStoreCoordinator = view.persistentStoreCoordinator
    context.perform {
      do {
        for text in isFirst ? Array(texts.dropLast()) : texts {
          Message(context: context).text = text
        }
        try context.save()
        view.perform { done(nil) }
      } catch {
        view.perform { done(error) }
      }
    }
  }

  nonisolated(unsafe) static var wasCalled = false
}
