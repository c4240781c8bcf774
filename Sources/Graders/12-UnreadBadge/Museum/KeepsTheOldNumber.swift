import CoreData
import Foundation
import UnreadBadge
import WorkbookKit

/// Shows a number only if there is something to show.
struct KeepsTheOldNumber: CountsUnread {
  func refresh(
    _ background: NSManagedObjectContext, view: NSManagedObjectContext,
    show: @escaping @Sendable (Int) -> Void
  ) {
    background.perform {
      let request = NSFetchRequest<Message>(entityName: "Message")
      request.predicate = NSPredicate(format: "isRead == NO")
      let unread = (try? background.count(for: request)) ?? 0
      if unread > 0 { view.perform { show(unread) } }
    }
  }
}
