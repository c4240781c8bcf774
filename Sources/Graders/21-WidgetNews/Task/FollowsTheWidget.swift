public import CoreData

/// What the app does about what its widget writes into the file that both have open.
public protocol FollowsTheWidget: AnyObject {
  init()

  /// The app is launched. On main, once for each of these.
  func start(_ view: NSManagedObjectContext, _ memory: any AppMemory)

  /// The file was written to, by the widget or by the app itself. Called on a queue of the store's;
  /// one call may stand for several saves.
  func fileWasWritten()
}

/// What outlives the process, and what its user hears.
public protocol AppMemory: AnyObject {
  /// Up to here the history has been read. Kept at once; the next launch finds it. There from the
  /// first launch on.
  var token: NSPersistentHistoryToken? { get set }

  /// Tells the user of a message. To be called on main.
  func tell(_ text: String)
}
