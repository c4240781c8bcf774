import CoreData
import WorkbookKit

struct LocksDuringTheSave: DeliversTexts {
  func deliver(_ outbox: SharedOutbox, by sync: NSManagedObjectContext) throws {
    try sync.performAndWait {
      try outbox.withLock { pending in
        sync.insertMessages(pending)
        try sync.save()
        pending = []
      }
    }
  }
}
