public import CoreData

/// The layer through which the chat client saves. One object makes it for all of an app's windows.
public protocol SavesWithCompletion: Sendable {
  init()

  /// A window opens, on main: `view` is the context of its screens.
  func open(_ view: NSManagedObjectContext) -> any RecordSaver
}

/// What a window saves through. It lives on main.
public protocol RecordSaver: AnyObject {
  /// Has `changes` done in a context beside main, saves them, and then tells `then`, on main.
  func save(
    _ changes: @escaping (NSManagedObjectContext) throws -> Void,
    then: @escaping ((any Error)?) -> Void)
}
