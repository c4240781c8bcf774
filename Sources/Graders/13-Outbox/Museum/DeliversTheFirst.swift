import CoreData
import Outbox
import WorkbookKit

/// Delivers the first text only.
struct DeliversTheFirst: DeliversTexts {
  func deliver(_ outbox: SharedOutbox, by sync: NSManagedObjectContext) throws {
    guard let text = outbox.withLock({ $0.first }) else { return }
    try sync.performAndWait {
      let message = Message(context: sync)
      message.text = text
      do { try sync.save() } catch {
        sync.delete(message)
        throw error
      }
    }
    _ = outbox.withLock { $0.removeFirst() }
  }
}
