import CoreData
import Outbox
import WorkbookKit

struct LocksForEachText: DeliversTexts {
  func deliver(_ outbox: SharedOutbox, by sync: NSManagedObjectContext) throws {
    let texts = outbox.withLock { $0 }
    for text in texts {
      try outbox.withLock { pending in
        try sync.performAndWait {
          Message(context: sync).text = text
          try sync.save()
        }
        pending.removeAll { $0 == text }
      }
    }
  }
}
