import CoreData

struct LeavesThemPending: DeliversTexts {
  func deliver(_ outbox: SharedOutbox, by sync: NSManagedObjectContext) throws {
    let texts = outbox.withLock { $0 }
    try sync.performAndWait {
      sync.insertMessages(texts)
      try sync.save()
    }
    outbox.withLock { $0.removeFirst(texts.count) }
  }
}
