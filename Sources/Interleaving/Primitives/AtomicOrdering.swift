/// What an operation of a ``SharedAtomic`` orders beside itself.
///
/// Values are the same for all of them: a read sees the last write. A data race of other things is
/// found where the orderings leave one:
///
/// ```
/// A                               B
/// x = 1
/// ready.store(true, .relaxed)
///                                 if ready.load(.relaxed) { use(x) }    a race for x
/// ```
public enum AtomicOrdering: Sendable {
  /// Nothing.
  case relaxed
  /// What comes behind it is after what was done before the value was stored.
  case acquiring
  /// What came before it is before what others do once they have seen the value.
  case releasing
  /// Both.
  case acquiringAndReleasing
  /// Both, and one order of all such operations.
  case sequentiallyConsistent

  var acquires: Bool { self != .relaxed && self != .releasing }
  var releases: Bool { self != .relaxed && self != .acquiring }
}

extension Runtime {
  /// Orders what the calling thread does with atomics before and behind it, whatever their own
  /// orderings say. Not a scheduling point.
  ///
  /// ```swift
  /// x = 1
  /// runtime.fence(.releasing)
  /// ready.store(true, ordering: .relaxed)
  /// ```
  public func fence(_ ordering: AtomicOrdering) {
    core.fence(acquires: ordering.acquires, releases: ordering.releases)
  }
}
