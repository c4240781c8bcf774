internal import Interleaving
internal import Synchronization

/// What code gets where it says `DispatchQueue`, `NSLock`, `OperationQueue`, `Thread` and the like:
/// the same names and the same behaviour, made of what the scheduler controls.
///
/// `Names/ControlledNames.swift` is compiled into the module of the code, where its names come
/// before those that are imported. So the idioms of the platform mean here what they mean there, and
/// the orders of their steps are all tried. `DIFFERENCES.md` says what is not the same.
public enum Platform {}

/// Something that each run makes for itself.
///
/// Code may keep a queue or a lock in a `static`, which lives longer than one run. What it is made
/// of belongs to one. Several runs may be under way, each on threads of its own.
final class PerRun<Thing: Sendable>: Sendable {
  /// More runs than that are not under way at one time; the oldest is forgotten.
  private static var remembered: Int { 16 }

  private let make: @Sendable (Runtime) -> Thing
  private let made = Mutex<[(runtime: Runtime, thing: Thing)]>([])

  init(_ make: @escaping @Sendable (Runtime) -> Thing) { self.make = make }

  /// The one of the run that is on.
  var current: Thing {
    let runtime = Runtime.current
    return made.withLock { made in
      if let one = made.last(where: { $0.runtime === runtime }) { return one.thing }
      let thing = make(runtime)
      if made.count == Self.remembered { made.removeFirst() }
      made.append((runtime, thing))
      return thing
    }
  }
}

/// Carries something from one thread of a run to another.
struct UncheckedBox<Value>: @unchecked Sendable {
  // @unchecked Sendable because a run has one thread going at a time; whether the program may share
  // the value is what the run is to show.
  let value: Value
  init(_ value: Value) { self.value = value }
}

/// A variable of a thing that a whole run shares.
final class UncheckedVariable<Value>: @unchecked Sendable {
  // @unchecked Sendable because a run has one thread going at a time, and what is ours to keep is
  // changed between two steps only.
  var value: Value
  init(_ value: Value) { self.value = value }
}
