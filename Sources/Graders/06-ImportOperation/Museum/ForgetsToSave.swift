import CoreData
import ImportOperation
import WorkbookKit

struct ForgetsToSave: MakesImports {
  func makeImport(
    of texts: [String], into coordinator: NSPersistentStoreCoordinator
  ) -> () throws -> Void {
    let context = NSManagedObjectContext(.privateQueue)
    context.persistentStoreCoordinator = coordinator
    return {
      context.performAndWait {
        for text in texts {
          let message = Message(context: context)
          message.text = text
        }
      }
    }
  }
}
