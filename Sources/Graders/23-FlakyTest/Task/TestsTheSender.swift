public import CoreData

/// The part of an app that is under test.
///
/// It promises: each call saves one message with this text, whatever the store and the view have in
/// them; `then` is called once for each, on main, when the message is in the store, or with the error
/// if the store has refused it. What is unsaved in the view stays so.
public protocol SendsMessages: AnyObject, Sendable {
  func send(_ text: String, then: @escaping ((any Error)?) -> Void)
}

/// What a test library gives to a test.
public protocol TestRun: AnyObject, Sendable {
  /// The context of the screens. Nothing is unsaved in it yet, and its store has rows.
  var view: NSManagedObjectContext { get }

  /// The test has failed unless this holds.
  func expect(_ holds: Bool, _ what: String)
}

/// A test, made anew for each run.
public protocol TestsTheSender: AnyObject {
  init()

  /// The test begins. Called on main.
  func begin(_ sender: any SendsMessages, _ run: any TestRun)

  /// Called on main when the app has nothing left to do.
  func end(_ run: any TestRun)
}
