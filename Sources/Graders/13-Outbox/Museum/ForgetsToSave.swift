import CoreData
import Outbox
import WorkbookKit

struct ForgetsToSave: DeliversTexts {
  func deliver(_ outbox: SharedOutbox, by sync: NSManagedObjectContext) throws {
    let texts = outbox.withLock { $0 }
    sync.performAndWait { for text in texts { Message(context: sync).text = text } }
    outbox.withLock { $0.removeFirst(texts.count) }
  }
}
