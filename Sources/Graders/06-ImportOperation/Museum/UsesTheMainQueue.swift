import CoreData
import ImportOperation
import WorkbookKit

struct UsesTheMainQueue: MakesImports {
  func makeImport(
    of texts: [String], into coordinator: NSPersistentStoreCoordinator
  ) -> () throws -> Void {
    let context = NSManagedObjectContext(.mainQueue)
    context.persistentStoreCoordinator = coordinator
    return {
      for text in texts {
        let message = Message(context: context)
        message.text = text
      }
      try context.save()
    }
  }
}
