import CoreData
import Foundation
import UnreadBadge
import WorkbookKit

/// The wait is turned round: the background waits for main.
struct WaitsFromBelow: CountsUnread {
  func refresh(
    _ background: NSManagedObjectContext, view: NSManagedObjectContext,
    show: @escaping @Sendable (Int) -> Void
  ) {
    background.perform {
      let request = NSFetchRequest<Message>(entityName: "Message")
      request.predicate = NSPredicate(format: "isRead == NO")
      let unread = (try? background.count(for: request)) ?? 0
      view.performAndWait { show(unread) }
    }
  }
}
