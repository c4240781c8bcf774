import CoreData
import Outbox
import WorkbookKit

/// The lock guards the texts for two moments, and no wait goes on under it.
struct LetsTheLockGo: DeliversTexts {
  func deliver(_ outbox: SharedOutbox, by sync: NSManagedObjectContext) throws {
    let texts = outbox.withLock { $0 }
    try sync.performAndWait {
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
    }
    outbox.withLock { $0.removeFirst(texts.count) }
  }
}
