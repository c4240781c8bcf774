import CoreData
import ImportOperation
import WorkbookKit

/// Everything that touches the context is inside its perform.
struct PerformsAndWaits: MakesImports {
  func makeImport(
    of texts: [String], into coordinator: NSPersistentStoreCoordinator
  ) -> () throws -> Void {
    let context = NSManagedObjectContext(.privateQueue)
    context.persistentStoreCoordinator = coordinator
    return {
      try context.performAndWait {
        for text in texts {
          let message = Message(context: context)
          message.text = text
        }
        if context.hasChanges { try context.save() }
      }
    }
  }
}
