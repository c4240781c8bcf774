import CoreData
import Foundation
import Interleaving

extension Runtime {
  /// Calls `heard` for every save of `context`, or of any context, until the run is over. As
  /// everywhere, that happens on the thread that saves, before its `save()` returns.
  func observeSaves(
    of context: NSManagedObjectContext?, _ heard: @escaping (Notification) -> Void
  ) {
    observe(.NSManagedObjectContextDidSave, of: context, heard)
  }

  /// The same for a notification of another name.
  func observe(
    _ name: Notification.Name, of context: NSManagedObjectContext?,
    _ heard: @escaping (Notification) -> Void
  ) {
    let ear = Ear(heard: heard)
    let token = NotificationCenter.default.addObserver(forName: name, object: context, queue: nil) {
      // The centre belongs to the process, and other runs of the workbook post there too.
      if Runtime.current === self { ear.heard($0) }
    }
    atEnd { NotificationCenter.default.removeObserver(token) }
  }
}

/// Carries a block past the centre, which wants it to be `@Sendable`.
private struct Ear: @unchecked Sendable {
  // @unchecked Sendable because the block is what the chapter is about: code that runs on the
  // thread that happens to save. Whatever it touches there, the checker watches.
  let heard: (Notification) -> Void
}
