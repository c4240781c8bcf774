import CoreData
import ImportHistory
import WorkbookKit

/// Awaits the block in a task, and goes back to the main actor.
struct ImportsInATask: ImportsHistory {
  func importTexts(
    _ texts: [String], view: NSManagedObjectContext,
    done: @escaping @Sendable ((any Error)?) -> Void
  ) {
    let coordinator = view.persistentStoreCoordinator
    Task {
      let context = NSManagedObjectContext(.privateQueue)
      context.persistentStoreCoordinator = coordinator
      do {
        try await context.perform {
          for text in texts {
            let message = Message(context: context)
            message.text = text
          }
          try context.save()
        }
        await MainActor.run { done(nil) }
      } catch {
        await MainActor.run { done(error) }
      }
    }
  }
}
