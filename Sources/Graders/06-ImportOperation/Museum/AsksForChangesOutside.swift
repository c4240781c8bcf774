import CoreData
import ImportOperation
import WorkbookKit

/// Asks for changes outside the block.
struct AsksForChangesOutside: MakesImports {
  func makeImport(
    of texts: [String], into coordinator: NSPersistentStoreCoordinator
  ) -> () throws -> Void {
    let context = NSManagedObjectContext(.privateQueue)
    context.persistentStoreCoordinator = coordinator
    return {
      context.performAndWait {
        for text in texts { Message(context: context).text = text }
      }
      if context.hasChanges { try context.performAndWait { try context.save() } }
    }
  }
}
