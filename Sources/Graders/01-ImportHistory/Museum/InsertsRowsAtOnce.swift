import CoreData
import ImportHistory
import WorkbookKit

/// Writes all rows with one request.
struct InsertsRowsAtOnce: ImportsHistory {
  func importTexts(
    _ texts: [String], view: NSManagedObjectContext,
    done: @escaping @Sendable ((any Error)?) -> Void
  ) {
    let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    context.persistentStoreCoordinator = view.persistentStoreCoordinator
    context.perform {
      do {
        let rows: [[String: Any]] = texts.map { ["text": $0] }
        try context.execute(NSBatchInsertRequest(entityName: "Message", objects: rows))
        view.perform { done(nil) }
      } catch {
        view.perform { done(error) }
      }
    }
  }
}
