import CoreData
import Foundation
import UnreadBadge
import WorkbookKit

/// Badges that ask meanwhile are told the same number; main waits for a queue that waits.
struct SharesTheCount: CountsUnread {
  private let badge = Badge()

  func refresh(
    _ background: NSManagedObjectContext, view: NSManagedObjectContext,
    show: @escaping @Sendable (Int) -> Void
  ) {
    badge.refresh(background, view: view, show: show)
  }
}

private final class Badge: @unchecked Sendable {
  // @unchecked Sendable because `waiting` is used on `queue` only.

  private let queue = DispatchQueue(label: "badge")
  /// Those that want to be told the next number.
  private var waiting: [@Sendable (Int) -> Void] = []

  func refresh(
    _ background: NSManagedObjectContext, view: NSManagedObjectContext,
    show: @escaping @Sendable (Int) -> Void
  ) {
    let isFirst = queue.sync { () -> Bool in
      waiting.append(show)
      return waiting.count == 1
    }
    guard isFirst else { return }
    queue.async {
      let count = background.performAndWait {
        let unread = NSFetchRequest<Message>(entityName: "Message")
        unread.predicate = NSPredicate(format: "isRead == NO")
        return (try? background.count(for: unread)) ?? 0
      }
      let shows = self.waiting
      self.waiting = []
      view.perform {
        for show in shows { show(count) }
      }
    }
  }
}
