import CoreData
import ImportOperation
import WorkbookKit

/// Inserts inside, saves outside.
struct SavesOutside: MakesImports {
  func makeImport(
    of texts: [String], into coordinator: NSPersistentStoreCoordinator
  ) -> () throws -> Void {
    let context = NSManagedObjectContext(.privateQueue)
    context.persistentStoreCoordinator = coordinator
    return {
      context.performAndWait { for text in texts { Message(context: context).text = text } }
      try context.save()
    }
  }
}
