import CoreData
import WorkbookKit

struct KnowsTheText: DeliversTexts {
  func deliver(_ outbox: SharedOutbox, by sync: NSManagedObjectContext) throws {
    try sync.performAndWait {
      sync.insertMessages(["Hello"])
      try sync.save()
    }
    outbox.withLock { pending in _ = pending.removeFirst() }
  }
}
