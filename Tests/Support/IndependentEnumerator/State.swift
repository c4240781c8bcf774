/// Everything that the rest of a run can depend on.
struct State: Hashable {
  var agents: [Agent]
  var cells: [Int]
  /// The plain variables of executors and locks.
  var confined: [Int]
  /// Who holds each lock.
  var owners: [Int?]
  var semaphores: [Int]
  var completions: [Bool]
  var executors: [Executor]
  var streams: [Stream]
  /// Who holds the recursive lock, and how often.
  var recursiveOwner: Int?
  var depth = 0
  var atomic = 0
  /// Who holds the condition's lock, and who waits for a signal.
  var conditionOwner: Int?
  var conditionLine: [Int] = []
  /// How much is in the group.
  var grouped = 0
  var shared = Array(repeating: Shared(), count: Shared.Index.allCases.count)
  /// The timers that have not fired, in the order in which they were set.
  var timers: [Timer] = []
}

/// A thread, a block or a task: whatever goes through a body.
struct Agent: Hashable {
  enum Phase: Hashable {
    case unborn
    /// On its way to an executor; nil is the pool of threads. Arriving there is a step.
    case underway(to: Int?)
    /// In the line of an executor that it will belong to.
    case inLine(Int)
    /// In the line of a queue, for one turn of it.
    case inTurn(Int)
    /// In the line of something shared.
    case inShared(Shared.Index)
    /// Until the condition is signalled.
    case inCondition
    case ready
    /// In the line of an executor, or on the way there, when its timer fires.
    case waitingForTimer
    /// Until who cancels it has gone through its handlers.
    case awaitingHandlers
    /// Until it is resumed, to go on at an executor.
    case suspended(at: Int?)
    case ended
  }

  var phase = Phase.unborn
  /// Where it is in its own code.
  var place = 0
  /// The handlers that it goes through before it goes on, the present one first.
  var calls: [Call] = []
  var isCancelled = false
  /// What a cancellation comes to, the newest last.
  var records: [Record] = []
  /// The executor it occupies.
  var home: Int?
  var loaded = 0
  var seen: [Int] = []
  /// Its continuation was resumed before it suspended.
  var isResumed = false
  /// Its time, in seconds: the latest deadline that came before what it does.
  var clock = 0
  /// The timers that are known to have been set before what it does.
  var knowsTimers: Set<Int> = []
  /// Children of its group that run, and that ended and have not been asked for.
  var running = 0
  var endedChildren = 0
  /// Whose end it waits for.
  var awaits: Int?

  /// Where it is in the code that it goes through.
  var next: Int {
    get { calls.first?.next ?? place }
    set { if calls.isEmpty { place = newValue } else { calls[0].next = newValue } }
  }

  /// Where it goes on when it is resumed; nil if it is not suspended.
  var placeToResume: Int?? {
    if case .suspended(let home) = phase { .some(home) } else { nil }
  }
}

/// The main queue, a serial queue or an actor: one at a time, first come first served.
///
/// For an actor that is what holds among jobs of one priority.
struct Executor: Hashable {
  var holder: Int?
  var line: [Int] = []
  /// What its last holder's was.
  var clock = 0
  var knowsTimers: Set<Int> = []
}

struct Stream: Hashable {
  var buffer: [Int] = []
  var isFinished = false
  var reader: Int?
}
