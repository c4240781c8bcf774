import CoreData
import Foundation
import UnreadBadge
import WorkbookKit

/// Shows the number on the main queue of Dispatch.
struct ShowsByDispatch: CountsUnread {
  func refresh(
    _ background: NSManagedObjectContext, view: NSManagedObjectContext,
    show: @escaping @Sendable (Int) -> Void
  ) {
    background.perform {
      let request = NSFetchRequest<Message>(entityName: "Message")
      request.predicate = NSPredicate(format: "isRead == %@", NSNumber(value: false))
      let unread = (try? background.count(for: request)) ?? 0
      DispatchQueue.main.async { show(unread) }
    }
  }
}
