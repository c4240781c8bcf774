internal import Synchronization

// What a program asks of the confinement checker. May be asked from any thread: reports are read
// by whoever looks for the mistake, not by the queue that made it.

extension NSManagedObjectContext {
  /// What happens when this context or one of its objects is touched off its queue.
  public final var confinementChecking: ConfinementChecking {
    get { checker.mode }
    set { checker.mode = newValue }
  }

  /// What was touched off the queue so far, in `record` mode, in the order it happened.
  public final var confinementViolations: [ConfinementViolation] { checker.violations }

  /// What happens, in every context made from now on, unless it is set there.
  public static var initialConfinementChecking: ConfinementChecking {
    get { ConfinementChecker.initialMode.withLock { $0 } }
    set { ConfinementChecker.initialMode.withLock { $0 = newValue } }
  }
}
