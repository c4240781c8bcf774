import CoreData
import ImportOperation
import WorkbookKit

/// Inserts when the import is made, on main.
struct InsertsWhenMade: MakesImports {
  func makeImport(
    of texts: [String], into coordinator: NSPersistentStoreCoordinator
  ) -> () throws -> Void {
    let context = NSManagedObjectContext(.privateQueue)
    context.persistentStoreCoordinator = coordinator
    for text in texts { Message(context: context).text = text }
    return { try context.performAndWait { try context.save() } }
  }
}
