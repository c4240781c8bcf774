import CoreData
import ExportTexts
import Synchronization
import WorkbookKit

/// Leaves a call out whose list is on its way already.
struct ExportsAListOnce: ExportsTexts {
  /// The lists that are being written right now.
  private static let underWay = Mutex<Set<[NSManagedObjectID]>>([])

  func export(
    _ messages: [Message], with background: NSManagedObjectContext,
    write: @escaping @Sendable ([String]) -> Void
  ) {
    let ids = messages.map { $0.objectID }
    // A nervous finger taps the button twice. The file is on its way already.
    guard Self.underWay.withLock({ $0.insert(ids).inserted }) else { return }

    let texts = messages.map { $0.text }
    background.perform {
      write(texts)
      Self.underWay.withLock { _ = $0.remove(ids) }
    }
  }
}
