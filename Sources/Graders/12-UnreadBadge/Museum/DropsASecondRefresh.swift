import CoreData
import Foundation
import UnreadBadge
import WorkbookKit

/// Counts in the background, and not twice at the same time.
final class DropsASecondRefresh: CountsUnread, @unchecked Sendable {
  // @unchecked Sendable because only main touches the property.
  private var isCounting = false

  init() {}

  func refresh(
    _ background: NSManagedObjectContext, view: NSManagedObjectContext,
    show: @escaping @Sendable (Int) -> Void
  ) {
    // The number is on its way already.
    guard !isCounting else { return }
    isCounting = true
    background.perform {
      let request = NSFetchRequest<Message>(entityName: "Message")
      request.predicate = NSPredicate(format: "isRead == NO")
      let unread = (try? background.count(for: request)) ?? 0
      view.perform {
        self.isCounting = false
        show(unread)
      }
    }
  }
}
