public import CoreData
import WorkbookKit

/// What the reply sheet of the chat client asks for.
public protocol SendsReplies: Sendable {
  init()

  /// Saves a reply down to the store. Called on the main thread.
  ///
  /// `sheet` is a private context whose parent is the view context; the reply is written in it.
  /// When the reply is in the store, or cannot be, `sent` is called on the main queue: with an ID
  /// by which every context finds the reply, or with the error.
  func reply(
    _ text: String, in sheet: NSManagedObjectContext,
    sent: @escaping @Sendable (Result<NSManagedObjectID, any Error>) -> Void)
}
