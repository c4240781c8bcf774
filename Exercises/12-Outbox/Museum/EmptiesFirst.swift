import CoreData
import WorkbookKit

struct EmptiesFirst: DeliversTexts {
  func deliver(_ outbox: SharedOutbox, by sync: NSManagedObjectContext) throws {
    let texts = outbox.withLock { pending in
      defer { pending = [] }
      return pending
    }
    try sync.performAndWait {
      sync.insertMessages(texts)
      do {
        try sync.save()
      } catch {
        outbox.withLock { $0 = texts + $0 }
        throw error
      }
    }
  }
}
