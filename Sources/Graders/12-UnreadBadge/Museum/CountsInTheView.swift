import CoreData
import Foundation
import UnreadBadge
import WorkbookKit

struct CountsInTheView: CountsUnread {
  func refresh(
    _ background: NSManagedObjectContext, view: NSManagedObjectContext,
    show: @escaping @Sendable (Int) -> Void
  ) {
    let request = NSFetchRequest<Message>(entityName: "Message")
    request.predicate = NSPredicate(format: "isRead == NO")
    show((try? view.count(for: request)) ?? 0)
  }
}
