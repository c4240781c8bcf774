internal import Interleaving
internal import Synchronization

/// What an answer gets where it says `DispatchQueue`, `OperationQueue`, `Thread` and the like: the
/// same names and the same behaviour, made of what the scheduler controls.
///
/// `PlatformNames.swift` is compiled into the module of every answer, where its names come
/// before those that are imported. So the commonest idioms of the platform mean here what they
/// mean there, and the orders of their steps are all tried.
public enum Platform {}

/// Something that each run makes for itself.
///
/// An answer may keep a queue or a lock in a `static`, which lives longer than one run. What it is
/// made of belongs to one. Several runs may be under way, each on threads of its own.
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

/// Waiting that may end by itself: a timer is one more party that signals.
///
///     waiter                     timer                    other
///     wait(timeout)
///                                after a while: signal
///                                                         signal (perhaps too late)
///     asks who it was
///
/// Which of the two comes first is open, as it is on a machine that is busy.
struct TimedWait {
  private enum State { case waiting, over, timedOut }

  /// Tells whether the signal came in time; a signal that came too late is still there.
  static func wait(
    _ semaphore: CountingSemaphore, _ timeout: Duration?, file: StaticString, line: UInt
  ) -> Bool {
    guard let timeout else {
      semaphore.wait(file: file, line: line)
      return true
    }
    let runtime = Runtime.current
    let state = runtime.cell("timeout", State.waiting)
    runtime.after(timeout, on: runtime.queue("timeout"), file: file, line: line) {
      let isLate = state.modify { state in
        guard state == .waiting else { return false }
        state = .timedOut
        return true
      }
      if isLate { semaphore.signal(file: file, line: line) }
    }
    semaphore.wait(file: file, line: line)
    return state.modify(file: file, line: line) { state in
      guard state == .waiting else { return false }
      state = .over
      return true
    }
  }
}
