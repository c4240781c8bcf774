import CoreData
import Foundation
import UnreadBadge
import WorkbookKit

/// Lets a thread of Dispatch wait for the count.
struct WaitsOnAnotherThread: CountsUnread {
  func refresh(
    _ background: NSManagedObjectContext, view: NSManagedObjectContext,
    show: @escaping @Sendable (Int) -> Void
  ) {
    DispatchQueue.global(qos: .userInitiated).async {
      let unread: Int = background.performAndWait {
        let request = NSFetchRequest<Message>(entityName: "Message")
        request.predicate = NSPredicate(format: "isRead == NO")
        return (try? background.count(for: request)) ?? 0
      }
      OperationQueue.main.addOperation { show(unread) }
    }
  }
}
