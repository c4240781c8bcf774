import CoreData
import Foundation
import UnreadBadge
import WorkbookKit

/// Shows what it counted the last time, and counts for the next.
struct ShowsTheLastNumber: CountsUnread {
  func refresh(
    _ background: NSManagedObjectContext, view: NSManagedObjectContext,
    show: @escaping @Sendable (Int) -> Void
  ) {
    show(Self.last)
    background.perform {
      let request = NSFetchRequest<Message>(entityName: "Message")
      request.predicate = NSPredicate(format: "isRead == NO")
      Self.last = (try? background.count(for: request)) ?? 0
    }
  }

  nonisolated(unsafe) static var last = 0
}
