import CoreData
import Outbox
import WorkbookKit

/// One save for each text, and one moment in which all leave the outbox.
struct TakesOutAtTheEnd: DeliversTexts {
  func deliver(_ outbox: SharedOutbox, by sync: NSManagedObjectContext) throws {
    let texts = outbox.withLock { $0 }
    for text in texts {
      try sync.performAndWait {
        let message = Message(context: sync)
        message.text = text
        do {
          try sync.save()
        } catch {
          sync.delete(message)
          throw error
        }
      }
    }
    outbox.withLock { $0.removeFirst(texts.count) }
  }
}
