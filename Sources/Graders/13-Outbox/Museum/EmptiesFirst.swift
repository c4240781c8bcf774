import CoreData
import Outbox
import WorkbookKit

struct EmptiesFirst: DeliversTexts {
  func deliver(_ outbox: SharedOutbox, by sync: NSManagedObjectContext) throws {
    let texts = outbox.withLock { pending in
      defer { pending = [] }
      return pending
    }
    try sync.performAndWait {
      for text in texts { Message(context: sync).text = text }
      do {
        try sync.save()
      } catch {
        outbox.withLock { $0 = texts + $0 }
        throw error
      }
    }
  }
}
