import CoreData
import Outbox
import WorkbookKit

/// Takes out every text that equals one it has saved.
struct RemovesAllEqual: DeliversTexts {
  func deliver(_ outbox: SharedOutbox, by sync: NSManagedObjectContext) throws {
    let texts = outbox.withLock { $0 }
    try sync.performAndWait {
      for text in texts { Message(context: sync).text = text }
      do { try sync.save() } catch {
        sync.rollback()
        throw error
      }
    }
    outbox.withLock { pending in pending.removeAll { texts.contains($0) } }
  }
}
