import CoreData
import Dispatch
import Foundation
import UnreadBadge
import WorkbookKit

struct WaitsWithSemaphore: CountsUnread {
  func refresh(
    _ background: NSManagedObjectContext, view: NSManagedObjectContext,
    show: @escaping @Sendable (Int) -> Void
  ) {
    let counted = DispatchSemaphore(value: 0)
    var unread = 0
    background.perform {
      let request = NSFetchRequest<Message>(entityName: "Message")
      request.predicate = NSPredicate(format: "isRead == NO")
      unread = (try? background.count(for: request)) ?? 0
      counted.signal()
    }
    counted.wait()
    show(unread)
  }
}
