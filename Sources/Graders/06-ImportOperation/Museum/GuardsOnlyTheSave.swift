import CoreData
import ImportOperation
import WorkbookKit

struct GuardsOnlyTheSave: MakesImports {
  func makeImport(
    of texts: [String], into coordinator: NSPersistentStoreCoordinator
  ) -> () throws -> Void {
    let context = NSManagedObjectContext(.privateQueue)
    context.persistentStoreCoordinator = coordinator
    return {
      for text in texts {
        let message = Message(context: context)
        message.text = text
      }
      try context.performAndWait { try context.save() }
    }
  }
}
