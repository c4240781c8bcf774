import CoreData
import Outbox
import WorkbookKit

/// Enqueues the block, and returns.
struct ReturnsAtOnce: DeliversTexts {
  func deliver(_ outbox: SharedOutbox, by sync: NSManagedObjectContext) throws {
    let texts = outbox.withLock { $0 }
    sync.perform {
      for text in texts { Message(context: sync).text = text }
      do {
        try sync.save()
        outbox.withLock { $0.removeAll() }
      } catch {
        sync.rollback()
      }
    }
  }
}
