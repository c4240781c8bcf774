public import CoreData

/// What the app asks for when two people have agreed to swap their shifts.
public protocol SwapsShifts: AnyObject, Sendable {
  init()

  /// Called once, on main, when the store is open.
  func open(_ coordinator: NSPersistentStoreCoordinator)

  /// Called for each swap, on any thread; swaps may come at the same time.
  ///
  /// `done` is called once, on any thread: with true when the store has the swap, with false when
  /// the rule forbids it.
  func swap(
    _ first: NSManagedObjectID, _ second: NSManagedObjectID,
    done: @escaping @Sendable (Bool) -> Void)
}

/// Who is where in one night. The rule: no one has two shifts in one night.
public final class Shift: NSManagedObject {
  public var night: String {
    get { value(forKey: "night") as? String ?? "" }
    set { setValue(newValue, forKey: "night") }
  }
  public var place: String {
    get { value(forKey: "place") as? String ?? "" }
    set { setValue(newValue, forKey: "place") }
  }
  public var person: String {
    get { value(forKey: "person") as? String ?? "" }
    set { setValue(newValue, forKey: "person") }
  }
}
