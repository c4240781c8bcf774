import CoreData
import Outbox
import WorkbookKit

/// Takes out as many as it has saved, from the back.
struct RemovesFromTheBack: DeliversTexts {
  func deliver(_ outbox: SharedOutbox, by sync: NSManagedObjectContext) throws {
    let texts = outbox.withLock { $0 }
    try sync.performAndWait {
      for text in texts { Message(context: sync).text = text }
      do { try sync.save() } catch {
        sync.rollback()
        throw error
      }
    }
    outbox.withLock { $0.removeLast(texts.count) }
  }
}
