import CoreData
import ImportHistory
import WorkbookKit

struct ForgetsToSave: ImportsHistory {
  func importTexts(
    _ texts: [String], view: NSManagedObjectContext,
    done: @escaping @Sendable ((any Error)?) -> Void
  ) {
    let context = NSManagedObjectContext(.privateQueue)
    context.persistentStoreCoordinator = view.persistentStoreCoordinator
    context.perform {
      for text in texts {
        let message = Message(context: context)
        message.text = text
      }
      view.perform { done(nil) }
    }
  }
}
