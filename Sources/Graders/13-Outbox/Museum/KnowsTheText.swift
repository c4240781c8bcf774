import CoreData
import Outbox
import WorkbookKit

struct KnowsTheText: DeliversTexts {
  func deliver(_ outbox: SharedOutbox, by sync: NSManagedObjectContext) throws {
    try sync.performAndWait {
      Message(context: sync).text = "Hello"
      try sync.save()
    }
    outbox.withLock { pending in _ = pending.removeFirst() }
  }
}
