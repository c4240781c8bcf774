import CoreData
import UnreadBadge
import WorkbookKit

/// Counts all messages.
struct CountsAll: CountsUnread {
  func refresh(
    _ background: NSManagedObjectContext, view: NSManagedObjectContext,
    show: @escaping @Sendable (Int) -> Void
  ) {
    background.perform {
      let unread = (try? background.count(for: NSFetchRequest<Message>(entityName: "Message"))) ?? 0
      view.perform { show(unread) }
    }
  }
}
