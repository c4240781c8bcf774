import CoreData
import Foundation
import UnreadBadge
import WorkbookKit

struct ShowsAtOnce: CountsUnread {
  func refresh(
    _ background: NSManagedObjectContext, view: NSManagedObjectContext,
    show: @escaping @Sendable (Int) -> Void
  ) {
    var unread = 0
    background.perform {
      let request = NSFetchRequest<Message>(entityName: "Message")
      request.predicate = NSPredicate(format: "isRead == NO")
      unread = (try? background.count(for: request)) ?? 0
    }
    show(unread)
  }
}
