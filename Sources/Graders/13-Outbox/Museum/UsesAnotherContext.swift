import CoreData
import Outbox
import WorkbookKit

/// Saves by a context of its own.
struct UsesAnotherContext: DeliversTexts {
  func deliver(_ outbox: SharedOutbox, by sync: NSManagedObjectContext) throws {
    let texts = outbox.withLock { $0 }
    let own = NSManagedObjectContext(.privateQueue)
    own.persistentStoreCoordinator = sync.persistentStoreCoordinator
    try own.performAndWait {
      for text in texts { Message(context: own).text = text }
      try own.save()
    }
    outbox.withLock { $0.removeFirst(texts.count) }
  }
}
