import CoreData
import Foundation
import UnreadBadge
import WorkbookKit

/// Counts on the view, in its block.
struct CountsOnTheView: CountsUnread {
  func refresh(
    _ background: NSManagedObjectContext, view: NSManagedObjectContext,
    show: @escaping @Sendable (Int) -> Void
  ) {
    view.perform {
      let request = NSFetchRequest<Message>(entityName: "Message")
      request.predicate = NSPredicate(format: "isRead == NO")
      show((try? view.count(for: request)) ?? 0)
    }
  }
}
