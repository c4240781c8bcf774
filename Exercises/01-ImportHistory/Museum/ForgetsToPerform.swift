import CoreData
import WorkbookKit

struct ForgetsToPerform: ImportsHistory {
  func importTexts(
    _ texts: [String], view: NSManagedObjectContext, done: @escaping () -> Void
  ) {
    let context = NSManagedObjectContext(.privateQueueConcurrencyType)
    context.persistentStoreCoordinator = view.persistentStoreCoordinator
    for text in texts {
      let message = Message(context: context)
      message.text = text
    }
    try? context.save()
    view.perform { done() }
  }
}
