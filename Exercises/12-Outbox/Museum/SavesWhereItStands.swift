import CoreData
import WorkbookKit

struct SavesWhereItStands: DeliversTexts {
  func deliver(_ outbox: SharedOutbox, by sync: NSManagedObjectContext) throws {
    try outbox.withLock { pending in
      sync.insertMessages(pending)
      try sync.save()
      pending = []
    }
  }
}
