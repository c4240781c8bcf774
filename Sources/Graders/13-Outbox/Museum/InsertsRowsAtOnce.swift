import CoreData
import Outbox
import WorkbookKit

/// One request writes all rows, then as many texts are taken out.
struct InsertsRowsAtOnce: DeliversTexts {
  func deliver(_ outbox: SharedOutbox, by sync: NSManagedObjectContext) throws {
    let texts = outbox.withLock { $0 }
    try sync.performAndWait {
      let rows = texts.map { ["text": $0] }
      try sync.execute(NSBatchInsertRequest(entityName: "Message", objects: rows))
    }
    outbox.withLock { $0.removeFirst(texts.count) }
  }
}
