import CoreData
import Foundation
import UnreadBadge
import WorkbookKit

/// Counts with the background context on main.
struct CountsWithoutABlock: CountsUnread {
  func refresh(
    _ background: NSManagedObjectContext, view: NSManagedObjectContext,
    show: @escaping @Sendable (Int) -> Void
  ) {
    let request = NSFetchRequest<Message>(entityName: "Message")
    request.predicate = NSPredicate(format: "isRead == NO")
    show((try? background.count(for: request)) ?? 0)
  }
}
