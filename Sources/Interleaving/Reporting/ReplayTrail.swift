// The end of a replay code, `~g0gj`, says what happened at each of its first choices, so that a
// replay can stop at the first one at which the program does something else.

extension ReplayCode {
  /// How many choices a code keeps; what comes later is covered by its check alone.
  static let trailLimit = 24

  /// What was done at each of the first choices.
  static func trail(_ steps: some Collection<RunModel.Step>) -> [TrailMark] {
    Array(
      steps.lazy.filter(\.isChoice).map { TrailMark($0.signature) }
        .prefix(trailLimit))
  }
}

/// One operation as a code remembers it: what kind it was, and whether its object's number is odd.
/// Things that are easily mistaken for each other are made one after the other, so that their
/// numbers tell them apart.
struct TrailMark: Hashable, Sendable {
  let kind: OperationKind
  let isOdd: Bool

  init(_ signature: Signature) {
    kind = signature.kind
    isOdd = signature.object & 1 == 1
  }

  /// Whether it is left by the operation that a thread stands before.
  func canBeMade(of pending: Signature, whateverTheThing: Bool = false) -> Bool {
    pending.kind.canBecome(kind) && (whateverTheThing || isOdd == (pending.object & 1 == 1))
  }

  init?(_ character: Character) {
    guard let digit = ReplayCode.digits.firstIndex(of: character),
      let kind = OperationKind(rawValue: UInt8(digit / 2)), kind.isVisible
    else { return nil }
    self.kind = kind
    isOdd = digit & 1 == 1
  }

  var character: Character { ReplayCode.digits[Int(kind.rawValue) * 2 + (isOdd ? 1 : 0)] }
}

extension RunModel {
  /// What a code expects where `thread` does something else: in this program's own words if only
  /// one operation of it can be meant.
  func words(_ expected: TrailMark, insteadOf found: Signature) -> String {
    let candidates = objects.filter { $0.id & 1 == (expected.isOdd ? 1 : 0) }
      .filter { $0.takes(expected.kind) }
    guard candidates.count == 1 else {
      return expected.kind == found.kind
        ? "does the same to something else" : expected.kind.words
    }
    return words(
      Operation(kind: expected.kind, object: candidates[0].id, place: threads[0].pending.place))
  }
}

extension SharedObject {
  /// Whether an operation of this kind can work on it.
  fileprivate func takes(_ kind: OperationKind) -> Bool {
    switch kind {
    case .lock, .unlock, .foundLocked: self is LockModel
    case .wait, .signal, .timedOut: self is SemaphoreModel
    case .awaitCompletion, .complete, .poll: self is CompletionModel
    case .enqueue: self is QueueModel
    case .read, .write, .exchange: self is ResourceModel
    default: false
    }
  }
}

extension OperationKind {
  /// The operation as the rest of a sentence, where its object is not known.
  fileprivate var words: String {
    switch self {
    case .lock: "takes a lock"
    case .unlock: "gives a lock back"
    case .wait: "waits for a signal"
    case .signal: "signals a semaphore"
    case .awaitCompletion: "waits for a completion"
    case .complete: "completes something"
    case .poll: "asks whether something is complete"
    case .enqueue: "enqueues a block"
    case .read: "reads something"
    case .write: "writes something"
    case .exchange: "compares and exchanges something"
    case .tryLock, .foundLocked: "tries to take a lock"
    case .timedWait, .timedOut: "waits for a while for a signal"
    case .startJob, .begin, .turn, .finishOnMain, .join: "goes on with a task"
    }
  }
}
