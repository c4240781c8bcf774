public import CoreData
import WorkbookKit

/// What the chat client asks for when its reader joins a room.
public protocol ImportsHistory: Sendable {
  init()

  /// Stores every text as a message. Called on the main thread, with the context of the screens.
  ///
  /// `done` is called on the main queue, when everything is in the store.
  func importTexts(
    _ texts: [String], view: NSManagedObjectContext, done: @escaping () -> Void)
}
