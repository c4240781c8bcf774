import CoreData
import Foundation
import UnreadBadge
import WorkbookKit

/// Asks main to show it, and waits for that, while main waits too.
struct WaitsForMainFromThere: CountsUnread {
  func refresh(
    _ background: NSManagedObjectContext, view: NSManagedObjectContext,
    show: @escaping @Sendable (Int) -> Void
  ) {
    DispatchQueue.global().sync {
      background.performAndWait {
        let request = NSFetchRequest<Message>(entityName: "Message")
        request.predicate = NSPredicate(format: "isRead == NO")
        let unread = (try? background.count(for: request)) ?? 0
        DispatchQueue.main.sync { show(unread) }
      }
    }
  }
}
