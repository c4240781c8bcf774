import CoreData
import Outbox
import WorkbookKit

/// Saves equal texts once.
struct SavesASet: DeliversTexts {
  func deliver(_ outbox: SharedOutbox, by sync: NSManagedObjectContext) throws {
    let texts = outbox.withLock { $0 }
    try sync.performAndWait {
      for text in Set(texts).sorted() { Message(context: sync).text = text }
      do { try sync.save() } catch {
        sync.rollback()
        throw error
      }
    }
    outbox.withLock { $0.removeFirst(texts.count) }
  }
}
