import CoreData
import ImportOperation
import WorkbookKit

/// The context is made where the operation runs, and still has a queue of its own.
struct MakesItThere: MakesImports {
  func makeImport(
    of texts: [String], into coordinator: NSPersistentStoreCoordinator
  ) -> () throws -> Void {
    return {
      let context = NSManagedObjectContext(.privateQueue)
      context.persistentStoreCoordinator = coordinator
      try context.performAndWait {
        for text in texts {
          let message = Message(context: context)
          message.text = text
        }
        try context.save()
      }
    }
  }
}
