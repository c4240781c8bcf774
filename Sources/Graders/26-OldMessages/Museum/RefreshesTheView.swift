import CoreData
import Foundation
import OldMessages
import WorkbookKit

/// Makes faults of all objects of the view.
struct RefreshesTheView: ClearsOldMessages {
  func clear(
    before date: Date, in view: NSManagedObjectContext, done: @escaping @Sendable (Int) -> Void
  ) {
    let cleaner = NSManagedObjectContext(.privateQueue)
    cleaner.persistentStoreCoordinator = view.persistentStoreCoordinator
    cleaner.perform {
      let count = (try? batch(before: date, in: cleaner)) ?? 0
      view.perform {
        view.refreshAllObjects()
        done(count)
      }
    }
  }
}

/// Deletes what was sent before a date, in one request, and says how many there were.
private func batch(before date: Date, in context: NSManagedObjectContext) throws -> Int {
  let old = NSFetchRequest<any NSFetchRequestResult>(entityName: "Message")
  old.predicate = NSPredicate(format: "sentAt < %@", date as NSDate)
  let request = NSBatchDeleteRequest(fetchRequest: old)
  request.resultType = .resultTypeCount
  let result = try context.execute(request) as? NSBatchDeleteResult
  return result?.result as? Int ?? 0
}
