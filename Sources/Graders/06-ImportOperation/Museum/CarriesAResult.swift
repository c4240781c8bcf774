import CoreData
import ImportOperation
import WorkbookKit

/// Carries a result out of the block.
struct CarriesAResult: MakesImports {
  func makeImport(
    of texts: [String], into coordinator: NSPersistentStoreCoordinator
  ) -> () throws -> Void {
    let context = NSManagedObjectContext(.privateQueue)
    context.persistentStoreCoordinator = coordinator
    return {
      let result: Result<Void, any Error> = context.performAndWait {
        Result {
          for text in texts { Message(context: context).text = text }
          try context.save()
        }
      }
      try result.get()
    }
  }
}
