import CoreData
import Foundation
import UnreadBadge
import WorkbookKit

struct NestsTheWait: CountsUnread {
  func refresh(
    _ background: NSManagedObjectContext, view: NSManagedObjectContext,
    show: @escaping @Sendable (Int) -> Void
  ) {
    let unread = background.performAndWait {
      background.performAndWait {
        let request = NSFetchRequest<Message>(entityName: "Message")
        request.predicate = NSPredicate(format: "isRead == NO")
        return (try? background.count(for: request)) ?? 0
      }
    }
    show(unread)
  }
}
