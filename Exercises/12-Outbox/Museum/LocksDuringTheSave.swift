import CoreData
import WorkbookKit

struct LocksDuringTheSave: DeliversTexts {
  func deliver(_ outbox: SharedOutbox, by sync: NSManagedObjectContext) throws {
    sync.performAndWait {
      outbox.withLock { pending in
        sync.insertMessages(pending)
        do {
          try sync.save()
          pending = []
        } catch {
          sync.insertedObjects.forEach(sync.delete)
        }
      }
    }
  }
}
