public import CoreData
import WorkbookKit

/// What the chat client asks for when its reader joins a room.
public protocol ImportsHistory: Sendable {
  init()

  /// Stores every text as a message. Called on the main thread, with the context of the screens.
  ///
  /// When everything is in the store, or cannot be, `done` is called on the main queue: with nil,
  /// or with the error.
  func importTexts(
    _ texts: [String], view: NSManagedObjectContext,
    done: @escaping @Sendable ((any Error)?) -> Void)
}
