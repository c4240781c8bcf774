import CoreData
import Foundation
import OldMessages
import WorkbookKit

/// Deletes objects one by one beside main, and merges that save.
struct DeletesThemBeside: ClearsOldMessages {
  func clear(
    before date: Date, in view: NSManagedObjectContext, done: @escaping @Sendable (Int) -> Void
  ) {
    let cleaner = NSManagedObjectContext(.privateQueue)
    cleaner.persistentStoreCoordinator = view.persistentStoreCoordinator
    cleaner.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
    cleaner.perform {
      let old = (try? cleaner.fetch(old(before: date))) ?? []
      let ids = old.map(\.objectID)
      for message in old { cleaner.delete(message) }
      let isSaved = (try? cleaner.save()) != nil
      view.perform {
        if isSaved {
          NSManagedObjectContext.mergeChanges(
            fromRemoteContextSave: [NSDeletedObjectsKey: ids], into: [view])
        }
        done(isSaved ? ids.count : 0)
      }
    }
  }
}

/// The messages that were sent before a date.
private func old(before date: Date) -> NSFetchRequest<Message> {
  let request = NSFetchRequest<Message>(entityName: "Message")
  request.predicate = NSPredicate(format: "sentAt < %@", date as NSDate)
  return request
}
