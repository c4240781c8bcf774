import CoreData
import Foundation
import Outbox
import WorkbookKit

/// Enqueues a block, and looks at a plain variable until it has run.
struct PollsABool: DeliversTexts {
  func deliver(_ outbox: SharedOutbox, by sync: NSManagedObjectContext) throws {
    let texts = outbox.withLock { $0 }
    nonisolated(unsafe) var isOver = false
    nonisolated(unsafe) var failure: (any Error)?
    sync.perform {
      do {
        for text in texts { Message(context: sync).text = text }
        try sync.save()
      } catch {
        sync.rollback()
        failure = error
      }
      isOver = true
    }
    while !isOver { Thread.sleep(forTimeInterval: 0.01) }
    if let failure { throw failure }
    outbox.withLock { $0.removeFirst(texts.count) }
  }
}
