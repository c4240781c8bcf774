import CoreData
import ImportHistory
import WorkbookKit

/// Keeps one context beside the view for all imports.
final class KeepsWhatWasRefused: ImportsHistory, @unchecked Sendable {
  // @unchecked Sendable because only main touches the property.
  private var importer: NSManagedObjectContext?

  init() {}

  func importTexts(
    _ texts: [String], view: NSManagedObjectContext,
    done: @escaping @Sendable ((any Error)?) -> Void
  ) {
    let context = importer ?? NSManagedObjectContext(.privateQueue)
    if importer == nil {
      context.persistentStoreCoordinator = view.persistentStoreCoordinator
      importer = context
    }
    context.perform {
      do {
        for text in texts {
          let message = Message(context: context)
          message.text = text
        }
        if context.hasChanges { try context.save() }
        // Nobody needs the objects any more.
        context.reset()
        view.perform { done(nil) }
      } catch {
        view.perform { done(error) }
      }
    }
  }
}
