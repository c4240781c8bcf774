import CoreData
import Foundation
import OldMessages
import WorkbookKit

/// Deletes objects one by one in a context on main, and merges that save.
struct DeletesThemHere: ClearsOldMessages {
  func clear(
    before date: Date, in view: NSManagedObjectContext, done: @escaping @Sendable (Int) -> Void
  ) {
    let cleaner = NSManagedObjectContext(.mainQueue)
    cleaner.persistentStoreCoordinator = view.persistentStoreCoordinator
    cleaner.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
    let old = (try? cleaner.fetch(old(before: date))) ?? []
    let ids = old.map(\.objectID)
    for message in old { cleaner.delete(message) }
    guard (try? cleaner.save()) != nil else { return done(0) }
    NSManagedObjectContext.mergeChanges(
      fromRemoteContextSave: [NSDeletedObjectsKey: ids], into: [view])
    done(ids.count)
  }
}

/// The messages that were sent before a date.
private func old(before date: Date) -> NSFetchRequest<Message> {
  let request = NSFetchRequest<Message>(entityName: "Message")
  request.predicate = NSPredicate(format: "sentAt < %@", date as NSDate)
  return request
}
