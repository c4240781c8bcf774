public import CoreData

/// The list of replies, and what brings it up to date.
public protocol ShowsReplies: AnyObject {
  init()

  /// The screen is opened. On main, once, before anything else.
  func open(_ view: NSManagedObjectContext, _ server: any ReplyServer)

  /// Brings what the server has and the store has not. Called on main; `done` is called there, once,
  /// when all of it is shown.
  func refresh(done: @escaping () -> Void)

  /// What the screen shows, as it is read on main.
  var texts: [String] { get }
}

/// What other people have written, page by page.
public protocol ReplyServer: AnyObject, Sendable {
  var pages: [[String]] { get }
}
