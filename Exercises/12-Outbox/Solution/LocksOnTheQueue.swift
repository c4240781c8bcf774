import CoreData
import WorkbookKit

/// First the queue, then the lock: the order in which everybody takes them.
struct LocksOnTheQueue: DeliversTexts {
  func deliver(_ outbox: SharedOutbox, by sync: NSManagedObjectContext) throws {
    sync.perform {
      let texts = outbox.withLock { $0 }
      let messages = texts.map { text in
        let message = Message(context: sync)
        message.text = text
        return message
      }
      do {
        try sync.save()
        outbox.withLock { pending in pending.removeAll { texts.contains($0) } }
      } catch {
        // They are tried again another day, and must not be in the context twice by then.
        messages.forEach(sync.delete)
      }
    }
  }
}
