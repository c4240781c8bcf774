import CoreData
import Foundation
import UnreadBadge
import WorkbookKit

/// Shows it where it was counted.
struct ShowsOnTheBackgroundQueue: CountsUnread {
  func refresh(
    _ background: NSManagedObjectContext, view: NSManagedObjectContext,
    show: @escaping @Sendable (Int) -> Void
  ) {
    background.perform {
      let request = NSFetchRequest<Message>(entityName: "Message")
      request.predicate = NSPredicate(format: "isRead == NO")
      show((try? background.count(for: request)) ?? 0)
    }
  }
}
