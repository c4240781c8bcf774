import CoreData
import ImportOperation
import WorkbookKit

struct MakesItThereAndUsesIt: MakesImports {
  func makeImport(
    of texts: [String], into coordinator: NSPersistentStoreCoordinator
  ) -> () throws -> Void {
    return {
      let context = NSManagedObjectContext(.privateQueue)
      context.persistentStoreCoordinator = coordinator
      for text in texts {
        let message = Message(context: context)
        message.text = text
      }
      try context.save()
    }
  }
}
