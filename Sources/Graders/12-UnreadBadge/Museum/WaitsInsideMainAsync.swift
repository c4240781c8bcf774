import CoreData
import Foundation
import UnreadBadge
import WorkbookKit

/// Waits for the background in a later turn of main.
struct WaitsInsideMainAsync: CountsUnread {
  func refresh(
    _ background: NSManagedObjectContext, view: NSManagedObjectContext,
    show: @escaping @Sendable (Int) -> Void
  ) {
    DispatchQueue.main.async {
      let unread: Int = background.performAndWait {
        let request = NSFetchRequest<Message>(entityName: "Message")
        request.predicate = NSPredicate(format: "isRead == NO")
        return (try? background.count(for: request)) ?? 0
      }
      show(unread)
    }
  }
}
