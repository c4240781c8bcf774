import CoreData
import ImportOperation
import WorkbookKit

/// Stores everything when the import is made.
struct StoresWhenMade: MakesImports {
  func makeImport(
    of texts: [String], into coordinator: NSPersistentStoreCoordinator
  ) -> () throws -> Void {
    let context = NSManagedObjectContext(.privateQueue)
    context.persistentStoreCoordinator = coordinator
    context.performAndWait {
      for text in texts { Message(context: context).text = text }
      try? context.save()
    }
    return {}
  }
}
