import CoreData
import Outbox
import WorkbookKit

struct LocksDuringTheSave: DeliversTexts {
  func deliver(_ outbox: SharedOutbox, by sync: NSManagedObjectContext) throws {
    sync.performAndWait {
      outbox.withLock { pending in
        for text in pending { Message(context: sync).text = text }
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
