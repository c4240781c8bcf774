import CoreData
import Foundation
import UnreadBadge
import WorkbookKit

/// Subtracts what is read from what there is.
struct CountsInTwoBlocks: CountsUnread {
  func refresh(
    _ background: NSManagedObjectContext, view: NSManagedObjectContext,
    show: @escaping @Sendable (Int) -> Void
  ) {
    Task {
      let all = await background.perform { background.messageCount() }
      // Rows of an old version may have no value there: they are neither NO nor YES, but not read.
      let read = await background.perform { background.messageCount("isRead == YES") }
      await view.perform { show(all - read) }
    }
  }
}

extension NSManagedObjectContext {
  fileprivate func messageCount(_ condition: String? = nil) -> Int {
    let request = NSFetchRequest<Message>(entityName: "Message")
    if let condition { request.predicate = NSPredicate(format: condition) }
    return (try? count(for: request)) ?? 0
  }
}
