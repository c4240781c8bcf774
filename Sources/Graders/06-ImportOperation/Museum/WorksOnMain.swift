import CoreData
import ImportOperation
import WorkbookKit

/// Takes the context of the main queue, and enters it as it should.
struct WorksOnMain: MakesImports {
  func makeImport(
    of texts: [String], into coordinator: NSPersistentStoreCoordinator
  ) -> () throws -> Void {
    let context = NSManagedObjectContext(.mainQueue)
    context.persistentStoreCoordinator = coordinator
    return {
      try context.performAndWait {
        for text in texts { Message(context: context).text = text }
        try context.save()
      }
    }
  }
}
