public import CoreData
import WorkbookKit

/// What the list of rooms in the chat client asks for.
public protocol OpensNewRooms: Sendable {
  init()

  /// Creates a room called `name` and opens it. Called on the main thread.
  ///
  /// The room is to be created and saved by `background`. When it is in the store, or cannot be,
  /// `open` is called on the main queue: with an ID by which `view` finds the room, or the error.
  func create(
    _ name: String, in background: NSManagedObjectContext, view: NSManagedObjectContext,
    open: @escaping @Sendable (Result<NSManagedObjectID, any Error>) -> Void)
}
