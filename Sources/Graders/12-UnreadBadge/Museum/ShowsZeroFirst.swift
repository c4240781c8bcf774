import CoreData
import Foundation
import UnreadBadge
import WorkbookKit

/// Shows nothing first, and the number when it is known.
struct ShowsZeroFirst: CountsUnread {
  func refresh(
    _ background: NSManagedObjectContext, view: NSManagedObjectContext,
    show: @escaping @Sendable (Int) -> Void
  ) {
    show(0)
    background.perform {
      let request = NSFetchRequest<Message>(entityName: "Message")
      request.predicate = NSPredicate(format: "isRead == NO")
      let unread = (try? background.count(for: request)) ?? 0
      view.perform { show(unread) }
    }
  }
}
