import CoreData
import ImportOperation
import WorkbookKit

/// Stores equal texts once.
struct DropsEqualTexts: MakesImports {
  func makeImport(
    of texts: [String], into coordinator: NSPersistentStoreCoordinator
  ) -> () throws -> Void {
    let context = NSManagedObjectContext(.privateQueue)
    context.persistentStoreCoordinator = coordinator
    return {
      try context.performAndWait {
        for text in Set(texts) { Message(context: context).text = text }
        try context.save()
      }
    }
  }
}
