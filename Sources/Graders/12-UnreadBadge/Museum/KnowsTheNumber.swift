import CoreData
import UnreadBadge
import WorkbookKit

struct KnowsTheNumber: CountsUnread {
  func refresh(
    _ background: NSManagedObjectContext, view: NSManagedObjectContext,
    show: @escaping @Sendable (Int) -> Void
  ) {
    background.perform {
      view.perform { show(2) }
    }
  }
}
