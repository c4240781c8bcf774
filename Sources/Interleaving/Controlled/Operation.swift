/// What a controlled thread is about to do. Replay codes contain the numbers.
enum OperationKind: UInt8 {
  // Visible: an order of these is what a schedule is.
  case lock, unlock
  case wait, signal
  case awaitCompletion, complete, poll
  case enqueue
  case read, write
  case startJob
  /// Is about to take a lock if it is free; as a step that was made, `lock`, or that it was not free.
  case tryLock, foundLocked
  /// Is about to wait until a deadline; as a step that was made, `wait`, or that none came in time.
  case timedWait, timedOut
  /// Is about to change a value if it is as expected; as a step that was made, `write`, or `read`.
  case exchange

  // Invisible: nothing depends on when they happen once they can, so they are never a choice.
  case begin
  case turn
  case finishOnMain
  case join

  /// Whether a thread that is about to do this may come to have done `other`.
  func canBecome(_ other: OperationKind) -> Bool {
    switch self {
    case .tryLock: other == .lock || other == .foundLocked
    case .timedWait: other == .wait || other == .timedOut
    case .exchange: other == .read || other == .write
    default: other == self
    }
  }

  /// Whether, as a step that was made, it is what a thread that looks may wait for.
  var isChange: Bool {
    switch self {
    case .write, .unlock, .signal, .complete: true
    default: false
    }
  }

  var isVisible: Bool { rawValue <= Self.exchange.rawValue }
}

/// One operation, with what a report needs to speak of it. Every step copies a few of them, so all
/// of it is numbers: nothing to count references to.
struct Operation {
  var kind: OperationKind
  /// The number of the object it works on; of the thread for `join`.
  var object: Int
  var place: SourcePlace
  /// Where the model keeps the words of the engine that declared it. Nil in runs that keep no trace.
  var label: Int?
  /// Made inside a job, or starting one. The order of any two of these counts, also of two actors.
  /// Tasks may share what is safe to share and not reported: whether one is cancelled, the
  /// buffer of an `AsyncStream`, what a `Mutex` or an atomic protects. To leave an order of two jobs
  /// out one would have to know that neither touches anything of the kind.
  var touchesTasks = false
  /// The virtual time at which a signal is given or something completed; of a wait, how many signals
  /// it takes at once, if that is not one.
  var moment: Int64 = 0
}

/// Kind and object: all that the order of operations can depend on.
struct Signature: Hashable {
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
