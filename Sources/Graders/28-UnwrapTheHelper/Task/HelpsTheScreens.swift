public import CoreData

/// The layer that all screens of the app are written over. They say `current`, and never ask which
/// context that is.
public protocol HelpsTheScreens: AnyObject {
  init()

  /// The app is launched. On main, once, before anything else. `view` merges automatically.
  func start(_ view: NSManagedObjectContext)

  /// The context that is meant by the code that asks.
  var current: NSManagedObjectContext { get }

  /// Does `work` beside main in a context of its own, and saves. `then` is called on main when that is
  /// done, with the error if there was one. Called from anywhere.
  func background(_ work: @escaping () throws -> Void, then: @escaping ((any Error)?) -> Void)

  /// Does `work` in a context of its own, saves, and comes back when that is done. Called on main and
  /// from any work.
  func wait(for work: () throws -> Void) throws
}
