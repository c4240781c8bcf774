public import CoreData
public import WorkbookKit

/// What the open screen of the chat client asks for.
public protocol KeepsTitlesFresh: Sendable {
  init()

  /// Gives the room another name, saved by `background`. Called on the main thread, with a room of
  /// the view context that the screen goes on holding.
  ///
  /// `shown` is called on the main queue, when that room has the new name.
  func rename(
    _ room: Room, to name: String, in background: NSManagedObjectContext,
    shown: @escaping () -> Void)
}
