import CoreData
import Outbox
import WorkbookKit

struct SavesWhereItStands: DeliversTexts {
  func deliver(_ outbox: SharedOutbox, by sync: NSManagedObjectContext) throws {
    try outbox.withLock { pending in
      for text in pending { Message(context: sync).text = text }
      try sync.save()
      pending = []
    }
  }
}
