import CoreData
import ExportTexts
import WorkbookKit

struct LocksTheMessages: ExportsTexts {
  func export(
    _ messages: [Message], with background: NSManagedObjectContext,
    write: @escaping @Sendable ([String]) -> Void
  ) {
    let lock = NSLock()
    background.perform {
      write(lock.withLock { messages.map(\.text) })
    }
  }
}
