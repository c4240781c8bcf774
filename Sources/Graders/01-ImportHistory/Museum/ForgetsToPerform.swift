import CoreData
import ImportHistory
import WorkbookKit

struct ForgetsToPerform: ImportsHistory {
  func importTexts(
    _ texts: [String], view: NSManagedObjectContext,
    done: @escaping @Sendable ((any Error)?) -> Void
  ) {
    let context = NSManagedObjectContext(.privateQueue)
    context.persistentStoreCoordinator = view.persistentStoreCoordinator
    do {
      for text in texts {
        let message = Message(context: context)
        message.text = text
      }
      try context.save()
      view.perform { done(nil) }
    } catch {
      view.perform { done(error) }
    }
  }
}
