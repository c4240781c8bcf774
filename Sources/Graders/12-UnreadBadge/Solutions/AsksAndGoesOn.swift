import CoreData
import Foundation
import UnreadBadge
import WorkbookKit

/// Two messages instead of a wait.
struct AsksAndGoesOn: CountsUnread {
  func refresh(
    _ background: NSManagedObjectContext, view: NSManagedObjectContext,
    show: @escaping @Sendable (Int) -> Void
  ) {
    background.perform {
      let request = NSFetchRequest<Message>(entityName: "Message")
      request.predicate = NSPredicate(format: "isRead == NO")
      let unread = (try? background.count(for: request)) ?? 0
      view.perform { show(unread) }
    }
  }
}
