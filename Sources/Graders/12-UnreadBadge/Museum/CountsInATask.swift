import CoreData
import Foundation
import UnreadBadge
import WorkbookKit

/// Awaits the count.
struct CountsInATask: CountsUnread {
  func refresh(
    _ background: NSManagedObjectContext, view: NSManagedObjectContext,
    show: @escaping @Sendable (Int) -> Void
  ) {
    Task {
      let unread = await background.perform {
        let request = NSFetchRequest<Message>(entityName: "Message")
        request.predicate = NSPredicate(format: "isRead == NO")
        return (try? background.count(for: request)) ?? 0
      }
      await MainActor.run { show(unread) }
    }
  }
}
