import CoreData
import Outbox
import WorkbookKit

/// Saves on the thread that delivers.
struct SavesWhereItIs: DeliversTexts {
  func deliver(_ outbox: SharedOutbox, by sync: NSManagedObjectContext) throws {
    let texts = outbox.withLock { $0 }
    for text in texts { Message(context: sync).text = text }
    do { try sync.save() } catch {
      sync.rollback()
      throw error
    }
    outbox.withLock { $0.removeFirst(texts.count) }
  }
}
