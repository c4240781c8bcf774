public import CoreData
public import WorkbookKit

/// What the share button of the chat client asks for.
public protocol ExportsTexts: Sendable {
  init()

  /// Writes the texts of messages of the view context. Called on the main thread.
  ///
  /// `write` takes its time; it is called inside a block of `background`, with the texts in the
  /// order of the messages.
  func export(
    _ messages: [Message], with background: NSManagedObjectContext,
    write: @escaping @Sendable ([String]) -> Void)
}
