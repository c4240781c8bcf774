import CoreData
import Outbox
import WorkbookKit

/// Takes the messages back in a block of its own, and a save of another block may come before it.
struct CleansUpLater: DeliversTexts {
  func deliver(_ outbox: SharedOutbox, by sync: NSManagedObjectContext) throws {
    let texts = outbox.withLock { $0 }
    var messages: [Message] = []
    do {
      try sync.performAndWait {
        for text in texts {
          let message = Message(context: sync)
          message.text = text
          messages.append(message)
        }
        try sync.save()
      }
    } catch {
      sync.performAndWait { for message in messages { sync.delete(message) } }
      throw error
    }
    outbox.withLock { pending in
      for text in texts {
        if let index = pending.firstIndex(of: text) { pending.remove(at: index) }
      }
    }
  }
}
