public import CoreData
import WorkbookKit

/// What the network layer of the chat client asks for.
public protocol DeliversTexts: Sendable {
  init()

  /// Saves the texts in `outbox` as messages, by `sync`, and takes them out. Called by one thread
  /// at a time, which is not the main thread and may wait.
  ///
  /// An error of the save may be thrown; the texts stay in the outbox then.
  func deliver(_ outbox: SharedOutbox, by sync: NSManagedObjectContext) throws
}
