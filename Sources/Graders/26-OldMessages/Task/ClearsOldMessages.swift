public import CoreData
import WorkbookKit

/// What makes room in the chat client.
public protocol ClearsOldMessages {
  init()

  /// Deletes the messages of all rooms that were sent before `date`. It is called on main, and tells
  /// once for each call, on main, how many it has deleted.
  func clear(
    before date: Date, in view: NSManagedObjectContext, done: @escaping @Sendable (Int) -> Void)
}
