import CoreData
import ImportOperation
import WorkbookKit

/// Makes the context when the import runs.
struct MakesItInside: MakesImports {
  func makeImport(
    of texts: [String], into coordinator: NSPersistentStoreCoordinator
  ) -> () throws -> Void {
    return {
      let context = NSManagedObjectContext(.privateQueue)
      context.persistentStoreCoordinator = coordinator
      try context.performAndWait {
        for text in texts { Message(context: context).text = text }
        try context.save()
      }
    }
  }
}
