// Which steps depend on each other: swapping two that do not makes no difference.

/// Kind and object: all that the order of operations can depend on.
struct Signature: Hashable, Codable {
  var kind: OperationKind
  var object: Int32
  var touchesTasks: Bool
  var moment: Int64

  init(_ operation: Operation) {
    kind = operation.kind
    object = Int32(truncatingIfNeeded: operation.object)
    touchesTasks = operation.touchesTasks
    moment = operation.moment
  }

  /// How many signals a wait takes.
  var amount: Int { max(1, Int(moment)) }

  /// Whether swapping two neighbouring operations of different threads can make a difference.
  ///
  /// Pairs that are never both able to go first (unlock and lock, enqueue and begin) are ordered by
  /// the clocks instead: there is nothing to swap. Nor is there for a signal and a wait: the wait
  /// needs some signal, and one more does not disturb it. Two signals leave the same semaphore
  /// behind, whichever comes first, and two completions the same completion, unless virtual time
  /// tells them apart: the waiting thread goes on at the time of the one that it took.
  func dependsOn(_ other: Signature) -> Bool {
    touchesTasks && other.touchesTasks || object == other.object && conflicts(with: other)
  }

  /// The same for two operations on one object.
  func conflicts(with other: Signature) -> Bool {
    switch (kind, other.kind) {
    case (.lock, .lock), (.enqueue, .enqueue), (.wait, .wait),
      (.write, .write), (.write, .read), (.read, .write),
      (.exchange, .read), (.exchange, .write), (.exchange, .exchange),
      (.read, .exchange), (.write, .exchange),
      (.complete, .poll), (.poll, .complete),
      (.tryLock, .lock), (.lock, .tryLock), (.tryLock, .tryLock),
      (.tryLock, .unlock), (.unlock, .tryLock), (.foundLocked, .unlock), (.unlock, .foundLocked),
      (.timedWait, .wait), (.wait, .timedWait), (.timedWait, .timedWait),
      (.timedWait, .signal), (.signal, .timedWait), (.timedOut, .signal), (.signal, .timedOut):
      return true
    case (.signal, .signal), (.complete, .complete): return moment != other.moment
    default: return false
    }
  }

  /// Whether of two steps of one thread, made in two orders, both have come to the same, as far as
  /// that is for them to say: a wait with a deadline has found a signal, or not.
  func comesTo(_ other: Signature) -> Bool {
    kind == other.kind || kind != .timedOut && other.kind != .timedOut
  }

  /// Whether everything earlier that `later` could depend on comes before this in every order.
  func ordersAllBefore(_ later: Signature) -> Bool {
    switch kind {
    case .read, .poll, .signal, .complete, .foundLocked, .timedOut: false
    case .wait: later.kind != .timedWait
    default: true
    }
  }
}
