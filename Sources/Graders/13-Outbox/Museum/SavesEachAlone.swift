import CoreData
import Outbox
import WorkbookKit

/// Saves and takes out one text after the other.
struct SavesEachAlone: DeliversTexts {
  func deliver(_ outbox: SharedOutbox, by sync: NSManagedObjectContext) throws {
    while let text = outbox.withLock({ $0.first }) {
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
}
