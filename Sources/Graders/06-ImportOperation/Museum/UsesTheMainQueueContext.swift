import CoreData
import ImportOperation
import WorkbookKit

/// Makes a context of the main queue.
struct UsesTheMainQueueContext: MakesImports {
  func makeImport(
    of texts: [String], into coordinator: NSPersistentStoreCoordinator
  ) -> () throws -> Void {
    let context = NSManagedObjectContext(.mainQueue)
    context.persistentStoreCoordinator = coordinator
    return {
      for text in texts { Message(context: context).text = text }
      try context.save()
    }
  }
}
