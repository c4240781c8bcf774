import CoreData
import Foundation
import UnreadBadge
import WorkbookKit

/// Counts those that are read.
struct CountsTheRead: CountsUnread {
  func refresh(
    _ background: NSManagedObjectContext, view: NSManagedObjectContext,
    show: @escaping @Sendable (Int) -> Void
  ) {
    background.perform {
      let request = NSFetchRequest<Message>(entityName: "Message")
      request.predicate = NSPredicate(format: "isRead == YES")
      let unread = (try? background.count(for: request)) ?? 0
      view.perform { show(unread) }
    }
  }
}
