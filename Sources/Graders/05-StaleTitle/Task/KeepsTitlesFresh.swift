public import CoreData
public import WorkbookKit

/// What the open screen of the chat client asks for.
public protocol KeepsTitlesFresh: Sendable {
  init()

  /// Gives the room another name, saved by `background`. Called on the main thread, with a room of
  /// the view context that the screen goes on holding.
  ///
  /// When that room has the new name, or cannot have it, `done` is called on the main queue: with
  /// nil, or with the error.
  func rename(
    _ room: Room, to name: String, in background: NSManagedObjectContext,
    done: @escaping @Sendable ((any Error)?) -> Void)
}
