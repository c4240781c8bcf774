import CoreData
import UnreadBadge
import WorkbookKit

/// Counts the unread messages of one room.
struct CountsPerRoom: CountsUnread {
  func refresh(
    _ background: NSManagedObjectContext, view: NSManagedObjectContext,
    show: @escaping @Sendable (Int) -> Void
  ) {
    background.perform {
      let rooms = (try? background.fetch(NSFetchRequest<Room>(entityName: "Room"))) ?? []
      let unread = rooms.first?.messages.filter { !$0.isRead }.count ?? 0
      view.perform { show(unread) }
    }
  }
}
