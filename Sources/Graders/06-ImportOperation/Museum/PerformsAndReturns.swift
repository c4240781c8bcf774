import CoreData
import ImportOperation
import WorkbookKit

/// Enqueues the work and returns.
struct PerformsAndReturns: MakesImports {
  func makeImport(
    of texts: [String], into coordinator: NSPersistentStoreCoordinator
  ) -> () throws -> Void {
    let context = NSManagedObjectContext(.privateQueue)
    context.persistentStoreCoordinator = coordinator
    return {
      context.perform {
        for text in texts { Message(context: context).text = text }
        try? context.save()
      }
    }
  }
}
