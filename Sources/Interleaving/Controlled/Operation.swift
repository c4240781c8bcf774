/// What a controlled thread is about to do. Replay codes contain the numbers.
enum OperationKind: UInt8, Codable {
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
