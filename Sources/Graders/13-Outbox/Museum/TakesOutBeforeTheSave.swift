import CoreData
import Outbox
import WorkbookKit

/// Takes the texts out, and puts them back if need be.
struct TakesOutBeforeTheSave: DeliversTexts {
  func deliver(_ outbox: SharedOutbox, by sync: NSManagedObjectContext) throws {
    let texts = outbox.withLock { pending in
      defer { pending = [] }
      return pending
    }
    do {
      try sync.performAndWait {
        for text in texts { Message(context: sync).text = text }
        do { try sync.save() } catch {
          sync.rollback()
          throw error
        }
      }
    } catch {
      outbox.withLock { $0 = texts + $0 }
      throw error
    }
  }
}
