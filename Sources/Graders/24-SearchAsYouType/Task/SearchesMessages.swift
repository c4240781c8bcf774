public import CoreData
import WorkbookKit

/// What the screens of the chat client ask for a search. One object does it for all of them.
public protocol SearchesMessages: Sendable {
  init()

  /// A screen opens, on main: its field is empty, and so is its list.
  func open(
    _ room: NSManagedObjectID, in view: NSManagedObjectContext, showing list: ResultList
  ) -> any SearchField
}

/// The field of one screen. It lives on main.
public protocol SearchField: AnyObject {
  /// A letter was typed or removed: this is what the field says now.
  func textChanged(to text: String)

  /// Cancel was tapped: the field is empty, until something is typed again.
  func cancel()
}

/// The list below a field. It lives on main.
public final class ResultList: @unchecked Sendable {
  // @unchecked Sendable because it is set up first, and only tells.
  private let shown: ([Message]) -> Void

  init(_ shown: @escaping ([Message]) -> Void) { self.shown = shown }

  /// Shows these messages, and draws the first ten of them.
  public func show(_ messages: [Message]) { shown(messages) }
}
