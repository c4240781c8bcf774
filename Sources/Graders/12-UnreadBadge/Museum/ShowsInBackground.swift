import CoreData
import Foundation
import UnreadBadge
import WorkbookKit

struct ShowsInBackground: CountsUnread {
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
