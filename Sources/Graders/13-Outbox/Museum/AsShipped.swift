import CoreData
import Outbox
import WorkbookKit

/// Delivers under the lock, so that nothing can interfere.
struct AsShipped: DeliversTexts {
  func deliver(_ outbox: SharedOutbox, by sync: NSManagedObjectContext) throws {
    try outbox.withLock { pending in
      try sync.performAndWait {
        let messages = pending.map { text in
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
      }
      pending = []
    }
  }
}
