public import CoreData
import WorkbookKit

/// What the tab bar of the chat client asks for.
public protocol CountsUnread: Sendable {
  init()

  /// Counts the messages that are not read, and shows the number. Called on the main thread.
  ///
  /// `background` counts; a sync may be using it too, and may be asking `view` for something.
  /// `show` is called on the main queue.
  func refresh(
    _ background: NSManagedObjectContext, view: NSManagedObjectContext,
    show: @escaping @Sendable (Int) -> Void)
}
