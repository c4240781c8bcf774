import CoreData
import ImportOperation
import WorkbookKit

/// Prints the error away.
struct PrintsTheError: MakesImports {
  func makeImport(
    of texts: [String], into coordinator: NSPersistentStoreCoordinator
  ) -> () throws -> Void {
    let context = NSManagedObjectContext(.privateQueue)
    context.persistentStoreCoordinator = coordinator
    return {
      context.performAndWait {
        do {
          for text in texts { Message(context: context).text = text }
          try context.save()
        } catch {
          print(error)
        }
      }
    }
  }
}
