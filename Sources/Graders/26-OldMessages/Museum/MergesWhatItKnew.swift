import CoreData
import Foundation
import OldMessages
import WorkbookKit

/// Merges only what the view had when it was called.
struct MergesWhatItKnew: ClearsOldMessages {
  func clear(
    before date: Date, in view: NSManagedObjectContext, done: @escaping @Sendable (Int) -> Void
  ) {
    let known = Set(view.registeredObjects.map(\.objectID))
    let cleaner = NSManagedObjectContext(.privateQueue)
    cleaner.persistentStoreCoordinator = view.persistentStoreCoordinator
    cleaner.perform {
      let ids = (try? batch(before: date, in: cleaner)) ?? []
      view.perform {
        NSManagedObjectContext.mergeChanges(
          fromRemoteContextSave: [NSDeletedObjectsKey: ids.filter(known.contains)], into: [view])
        done(ids.count)
      }
    }
  }
}

/// Deletes what was sent before a date, in one request, and says what that was.
private func batch(
  before date: Date, in context: NSManagedObjectContext
) throws -> [NSManagedObjectID] {
  let old = NSFetchRequest<any NSFetchRequestResult>(entityName: "Message")
  old.predicate = NSPredicate(format: "sentAt < %@", date as NSDate)
  let request = NSBatchDeleteRequest(fetchRequest: old)
  request.resultType = .resultTypeObjectIDs
  let result = try context.execute(request) as? NSBatchDeleteResult
  return result?.result as? [NSManagedObjectID] ?? []
}
