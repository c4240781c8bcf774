import CoreData
import Outbox
import WorkbookKit

/// Holds the lock around the save, inside the block.
struct LocksInsideTheBlock: DeliversTexts {
  func deliver(_ outbox: SharedOutbox, by sync: NSManagedObjectContext) throws {
    try sync.performAndWait {
      try outbox.withLock { pending in
        for text in pending { Message(context: sync).text = text }
        do { try sync.save() } catch {
          sync.rollback()
          throw error
        }
        pending = []
      }
    }
  }
}
