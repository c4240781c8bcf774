/// Something that a platform does not promise, and that does not happen unless it is asked for.
///
/// ```swift
/// options.weaker = [.earlyWakeUps]
/// ```
///
/// An exploration says in its claim which of them it took into account.
public enum WeakerPromise: String, Hashable, Sendable, CaseIterable {
  /// A wait for a condition may end without a signal: each thread's first wait for each condition does
  /// so at any moment. Later ones do not, or a loop around a wait would have no end.
  case earlyWakeUps
  /// A signal of a condition wakes any one of those that wait, and not the one that has waited longest.
  case anyWaiterWakes
  /// A read-write lock is had by any one of those that could have it, and not by the one that has
  /// waited longest: readers overtake a writer that waits.
  case anyOneHasTheLock

  /// As a claim says it.
  package var words: String {
    switch self {
    case .earlyWakeUps: "with conditions that may wake early"
    case .anyWaiterWakes: "with signals that wake any waiter"
    case .anyOneHasTheLock: "with read-write locks that are not first come, first served"
    }
  }
}
