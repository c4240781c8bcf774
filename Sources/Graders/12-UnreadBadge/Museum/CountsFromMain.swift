import CoreData
import Foundation
import UnreadBadge
import WorkbookKit

struct CountsFromMain: CountsUnread {
  func refresh(
    _ background: NSManagedObjectContext, view: NSManagedObjectContext,
    show: @escaping @Sendable (Int) -> Void
  ) {
    let request = NSFetchRequest<Message>(entityName: "Message")
    request.predicate = NSPredicate(format: "isRead == NO")
    let unread = (try? background.count(for: request)) ?? 0
    view.perform { show(unread) }
  }
}
