import CoreData
import ImportHistory
import WorkbookKit

struct SaysDoneAnywhere: ImportsHistory {
  func importTexts(
    _ texts: [String], view: NSManagedObjectContext,
    done: @escaping @Sendable ((any Error)?) -> Void
  ) {
    let context = NSManagedObjectContext(.privateQueue)
    context.persistentStoreCoordinator = view.persistentStoreCoordinator
    context.perform {
      do {
        for text in texts {
          let message = Message(context: context)
          message.text = text
        }
        try context.save()
        done(nil)
      } catch {
        done(error)
      }
    }
  }
}
