import CoreData
import Outbox
import WorkbookKit

struct ForgetsToTakeOut: DeliversTexts {
  func deliver(_ outbox: SharedOutbox, by sync: NSManagedObjectContext) throws {
    let texts = outbox.withLock { $0 }
    try sync.performAndWait {
      for text in texts { Message(context: sync).text = text }
      try sync.save()
    }
  }
}
