import CoreData
import ImportOperation
import WorkbookKit

/// One request writes all rows.
struct InsertsRowsAtOnce: MakesImports {
  func makeImport(
    of texts: [String], into coordinator: NSPersistentStoreCoordinator
  ) -> () throws -> Void {
    let context = NSManagedObjectContext(.privateQueue)
    context.persistentStoreCoordinator = coordinator
    return {
      try context.performAndWait {
        let rows = texts.map { ["text": $0] }
        try context.execute(NSBatchInsertRequest(entityName: "Message", objects: rows))
      }
    }
  }
}
