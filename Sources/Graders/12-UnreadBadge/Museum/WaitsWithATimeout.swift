import CoreData
import Foundation
import UnreadBadge
import WorkbookKit

/// Waits for a moment, and shows nothing found.
struct WaitsWithATimeout: CountsUnread {
  func refresh(
    _ background: NSManagedObjectContext, view: NSManagedObjectContext,
    show: @escaping @Sendable (Int) -> Void
  ) {
    let finished = DispatchSemaphore(value: 0)
    nonisolated(unsafe) var unread = 0
    background.perform {
      let request = NSFetchRequest<Message>(entityName: "Message")
      request.predicate = NSPredicate(format: "isRead == NO")
      unread = (try? background.count(for: request)) ?? 0
      finished.signal()
    }
    _ = finished.wait(timeout: .now() + 2)
    show(unread)
  }
}
