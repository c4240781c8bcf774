import CoreData
import Foundation
import UnreadBadge
import WorkbookKit

/// Counts in a context of its own.
struct CountsInAThird: CountsUnread {
  func refresh(
    _ background: NSManagedObjectContext, view: NSManagedObjectContext,
    show: @escaping @Sendable (Int) -> Void
  ) {
    let own = NSManagedObjectContext(.privateQueue)
    own.persistentStoreCoordinator = view.persistentStoreCoordinator
    own.perform {
      let request = NSFetchRequest<Message>(entityName: "Message")
      request.predicate = NSPredicate(format: "isRead == NO")
      let unread = (try? own.count(for: request)) ?? 0
      view.perform { show(unread) }
    }
  }
}
