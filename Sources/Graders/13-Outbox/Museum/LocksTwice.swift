import CoreData
import Outbox
import WorkbookKit

struct LocksTwice: DeliversTexts {
  func deliver(_ outbox: SharedOutbox, by sync: NSManagedObjectContext) throws {
    try sync.performAndWait {
      try outbox.withLock { pending in
        for text in pending { Message(context: sync).text = text }
        try sync.save()
        outbox.withLock { $0 = [] }
      }
    }
  }
}
