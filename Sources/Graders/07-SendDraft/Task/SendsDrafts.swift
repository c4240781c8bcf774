public import CoreData
import WorkbookKit

/// What the compose sheet of the chat client asks for.
public protocol SendsDrafts: Sendable {
  init()

  /// Sends what the sheet holds. Called on the main thread.
  ///
  /// `sheet` is a private context whose parent is the view context; it has the draft in it, not
  /// yet saved. The sheet closes at once, and keeps it no longer. When the message is in the store, or cannot be, `sent` is called on the main
  /// queue: with nil, or with the error. The main thread does not wait for the sheet.
  func send(_ sheet: NSManagedObjectContext, sent: @escaping @Sendable ((any Error)?) -> Void)
}
