import CoreData
import ImportOperation
import WorkbookKit

/// Leaves out what would be refused, and says nothing.
struct SkipsTheLongOnes: MakesImports {
  func makeImport(
    of texts: [String], into coordinator: NSPersistentStoreCoordinator
  ) -> () throws -> Void {
    let context = NSManagedObjectContext(.privateQueue)
    context.persistentStoreCoordinator = coordinator
    return {
      try context.performAndWait {
        for text in texts where text.count <= Message.longestText {
          Message(context: context).text = text
        }
        try context.save()
      }
    }
  }
}
