import CoreData
import Outbox
import WorkbookKit

/// Prints the error, and empties the outbox all the same.
struct PrintsTheError: DeliversTexts {
  func deliver(_ outbox: SharedOutbox, by sync: NSManagedObjectContext) throws {
    let texts = outbox.withLock { $0 }
    sync.performAndWait {
      for text in texts { Message(context: sync).text = text }
      do { try sync.save() } catch {
        sync.rollback()
        print(error)
      }
    }
    outbox.withLock { $0.removeFirst(texts.count) }
  }
}
