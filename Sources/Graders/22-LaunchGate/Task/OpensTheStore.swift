public import CoreData
import WorkbookKit

/// What the chat client does at launch.
public protocol OpensTheStore: Sendable {
  init()

  /// Opens the one store that the container describes, in the background. Called on main, once,
  /// at launch; everything that needs the store asks what it returns.
  func open(_ container: NSPersistentContainer) -> any WaitsForTheStore
}

/// What everything asks that needs the store.
public protocol WaitsForTheStore {
  /// Calls `ready` on main, once: with nil when the store is open, with the error when it could not
  /// be opened. Called on main, by many, before that and after it.
  func whenOpen(_ ready: @escaping ((any Error)?) -> Void)
}
