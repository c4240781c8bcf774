import CoreData
import ImportOperation
import WorkbookKit

/// Makes the context with the operation, and uses it when the operation runs.
struct Answer: MakesImports {
  func makeImport(
    of texts: [String], into coordinator: NSPersistentStoreCoordinator
  ) -> () throws -> Void {
    let context = NSManagedObjectContext(.privateQueue)
    context.persistentStoreCoordinator = coordinator
    return {
      for text in texts {
        let message = Message(context: context)
        message.text = text
      }
      if context.hasChanges { try context.save() }
    }
  }
}
