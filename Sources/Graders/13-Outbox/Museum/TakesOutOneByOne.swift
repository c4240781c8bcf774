import CoreData
import Outbox
import WorkbookKit

/// Takes each saved text out once.
struct TakesOutOneByOne: DeliversTexts {
  func deliver(_ outbox: SharedOutbox, by sync: NSManagedObjectContext) throws {
    let texts = outbox.withLock { $0 }
    if texts.isEmpty { return }
    try sync.performAndWait {
      let messages = texts.map { text in
        let message = Message(context: sync)
        message.text = text
        return message
      }
      do {
        try sync.save()
      } catch {
        for message in messages { sync.delete(message) }
        throw error
      }
    }
    outbox.withLock { pending in
      for text in texts {
        if let index = pending.firstIndex(of: text) { pending.remove(at: index) }
      }
    }
  }
}
