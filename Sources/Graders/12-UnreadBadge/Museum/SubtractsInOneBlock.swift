import CoreData
import Foundation
import UnreadBadge
import WorkbookKit

/// Counts all and those that are read, in one block.
struct SubtractsInOneBlock: CountsUnread {
  func refresh(
    _ background: NSManagedObjectContext, view: NSManagedObjectContext,
    show: @escaping @Sendable (Int) -> Void
  ) {
    background.perform {
      // Both in one block, so that nothing comes between them.
      let all = NSFetchRequest<Message>(entityName: "Message")
      let read = NSFetchRequest<Message>(entityName: "Message")
      read.predicate = NSPredicate(format: "isRead == YES")
      let allCount = (try? background.count(for: all)) ?? 0
      let readCount = (try? background.count(for: read)) ?? 0

      view.perform { show(allCount - readCount) }
    }
  }
}
