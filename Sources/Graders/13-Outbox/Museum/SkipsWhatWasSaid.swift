import CoreData
import Outbox
import WorkbookKit

/// Saves what the store does not have yet, and takes out what it has.
struct SkipsWhatWasSaid: DeliversTexts {
  func deliver(_ outbox: SharedOutbox, by sync: NSManagedObjectContext) throws {
    let texts = outbox.withLock { $0 }
    guard !texts.isEmpty else { return }
    try sync.performAndWait {
      // The app may have been ended between a save and the taking out: those are there already.
      let stored = try Set(
        sync.fetch(NSFetchRequest<Message>(entityName: "Message")).map(\.text))
      let messages = texts.filter { !stored.contains($0) }.map { text in
        let message = Message(context: sync)
        message.text = text
        return message
      }
      do {
        if !messages.isEmpty { try sync.save() }
      } catch {
        messages.forEach(sync.delete)
        throw error
      }
    }
    outbox.withLock { pending in
      for text in texts {
        if let place = pending.firstIndex(of: text) { pending.remove(at: place) }
      }
    }
  }
}
