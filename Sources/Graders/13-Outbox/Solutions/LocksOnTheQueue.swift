import CoreData
import Outbox
import WorkbookKit

/// First the queue, then the lock: the order in which everybody takes them.
struct LocksOnTheQueue: DeliversTexts {
  func deliver(_ outbox: SharedOutbox, by sync: NSManagedObjectContext) throws {
    try sync.performAndWait {
      let texts = outbox.withLock { $0 }
      let messages = texts.map { text in
        let message = Message(context: sync)
        message.text = text
        return message
      }
      do {
        try sync.save()
      } catch {
        // They are tried again another day, and must not be in the context twice by then.
        messages.forEach(sync.delete)
        throw error
      }
      outbox.withLock { $0.removeFirst(texts.count) }
    }
  }
}
