import CoreData
import UnreadBadge
import WorkbookKit

/// Fetches and counts what is not read.
struct CountsTheFetched: CountsUnread {
  func refresh(
    _ background: NSManagedObjectContext, view: NSManagedObjectContext,
    show: @escaping @Sendable (Int) -> Void
  ) {
    background.perform {
      let all = (try? background.fetch(NSFetchRequest<Message>(entityName: "Message"))) ?? []
      let unread = all.filter { !$0.isRead }.count
      view.perform { show(unread) }
    }
  }
}
