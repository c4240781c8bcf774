import CoreData
import Outbox
import WorkbookKit

/// The save goes without the lock. What comes behind it waits for the queue again.
struct LocksTheSecondTime: DeliversTexts {
  func deliver(_ outbox: SharedOutbox, by sync: NSManagedObjectContext) throws {
    let texts = outbox.withLock { $0 }
    try sync.performAndWait {
      for text in texts {
        let message = Message(context: sync)
        message.text = text
      }
      do {
        try sync.save()
      } catch {
        for message in sync.insertedObjects { sync.delete(message) }
        throw error
      }
    }
    outbox.withLock { pending in
      pending.removeFirst(texts.count)
      sync.performAndWait { sync.reset() }
    }
  }
}
