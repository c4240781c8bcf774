import CoreData
import Foundation
import OldMessages
import WorkbookKit

/// Deletes the objects of the view one by one, and saves it.
struct DeletesInTheViewAndSaves: ClearsOldMessages {
  func clear(
    before date: Date, in view: NSManagedObjectContext, done: @escaping @Sendable (Int) -> Void
  ) {
    let old = (try? view.fetch(old(before: date))) ?? []
    for message in old { view.delete(message) }
    let isSaved = (try? view.save()) != nil
    done(isSaved ? old.count : 0)
  }
}

/// The messages that were sent before a date.
private func old(before date: Date) -> NSFetchRequest<Message> {
  let request = NSFetchRequest<Message>(entityName: "Message")
  request.predicate = NSPredicate(format: "sentAt < %@", date as NSDate)
  return request
}
