import CoreData
import WorkbookKit

struct ForgetsToSave: DeliversTexts {
  func deliver(_ outbox: SharedOutbox, by sync: NSManagedObjectContext) throws {
    let texts = outbox.withLock { $0 }
    sync.performAndWait { sync.insertMessages(texts) }
    outbox.withLock { $0.removeFirst(texts.count) }
  }
}
