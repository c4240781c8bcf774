import CoreData
import Foundation
import Outbox
import WorkbookKit

/// Enqueues a block, and waits on its own thread.
struct EnqueuesAndWaits: DeliversTexts {
  func deliver(_ outbox: SharedOutbox, by sync: NSManagedObjectContext) throws {
    let texts = outbox.withLock { $0 }
    let finished = DispatchSemaphore(value: 0)
    nonisolated(unsafe) var failure: (any Error)?
    sync.perform {
      do {
        for text in texts { Message(context: sync).text = text }
        try sync.save()
      } catch {
        sync.rollback()
        failure = error
      }
      finished.signal()
    }
    finished.wait()
    if let failure { throw failure }
    outbox.withLock { $0.removeFirst(texts.count) }
  }
}
