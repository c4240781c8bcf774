public import CoreData
public import WorkbookKit

/// What the settings screen of the chat client asks for.
public protocol RenamesRooms: Sendable {
  init()

  /// Gives `room` a new name. Called on the main thread, with a room of the view context.
  ///
  /// The name is to be saved by `background`, so that the screen does not stutter. When it is in
  /// the store, or cannot be, `done` is called on the main queue: with nil, or with the error.
  func rename(
    _ room: Room, to name: String, in background: NSManagedObjectContext,
    done: @escaping @Sendable ((any Error)?) -> Void)
}
