internal import Dispatch
internal import Synchronization

/// One run of a program: real threads around the model, one of them awake at a time.
///
/// The awake thread holds the *token*. At every operation it asks the model and the strategy who
/// goes next, wakes that one, and sleeps until it is woken in turn.
final class ControlledCore: RuntimeCore, @unchecked Sendable {
  // @unchecked Sendable because only the holder of the token touches the state; handing it over
  // goes through a semaphore. `stage` and `beats` are atomic for the watchdog and for handles
  // that outlive the run.
  enum Stage: UInt8 {
    case running
    /// Everything has ended; the `atEnd` blocks run.
    case ending
    /// The run is over for the program's threads, which are being let out.
    case unwinding
    /// The run is over.
    case over
    /// The run was left behind because a thread of it is stuck.
    case abandoned
  }

  let model: RunModel
  /// Dropped when the run is over.
  var strategy: (any Strategy)?
  let crew: Crew
  let pointLimit: Int
  /// Where the next run comes from.
  unowned let runner: Runner
  /// Signalled when the caller of the runner has to see to something. Not a moment before the last
  /// use of the runner: it may be gone then.
  let finished: DispatchSemaphore
  var ending = RunStop.completed
  var atEndBlocks: [() throws -> Void] = []
  /// What the current turn of the main queue does last.
  var endOfTurnBlocks: [() -> Void] = []
  /// The runtime in front of this core, while the run lasts.
  var runtime: Runtime?
  var mainQueue = 0
  /// Nil unless its notes are to come in an order.
  var notes: NotesInOrder?
  /// The tasks of the run, if it has any.
  var tasks: TaskTable?
  var unwindingSteps = 0
  /// The run cannot go on; the next point ends it like this.
  var mustStop: RunStop?
  /// What took the run out of the scheduler's hands.
  let lostControl = Mutex<ProgramFailure?>(nil)

  private let stageBits = Atomic<UInt8>(Stage.running.rawValue)
  /// Counts operations, so that the watchdog sees whether anything moves.
  let beats = Atomic<Int>(0)
  /// The kernel's number of the thread that holds the token.
  let holder = Atomic<Int32>(0)
  var running: VirtualThread?
  /// Real threads that will never end.
  var parked = 0
  /// How things stood when the strategy gave the run up. The program does not notice: it goes on in
  /// the usual order to its own end, and nothing of that counts.
  var givenUp: RunModel.Mark?
  /// The strategy was told that there is nothing more to choose.
  var hasConcluded = false
  /// The run was stopped before all of its threads had ended.
  var isDoomed = false
  /// The thread whose doings ended the run. It is in the midst of something that is not ours.
  var handsOver: VirtualThread?
  /// What the watchdog found.
  let stuck = Mutex<StuckThread?>(nil)
  /// Tells runs apart.
  let number = ControlledCore.count.add(1, ordering: .relaxed).newValue
  private static let count = Atomic(0)

  init(runner: Runner, strategy: any Strategy) {
    self.runner = runner
    finished = runner.finished
    self.strategy = strategy
    model = runner.model
    crew = runner.crew
    pointLimit = runner.pointLimit
  }

  var stage: Stage { Stage(rawValue: stageBits.load(ordering: .relaxed))! }

  /// Goes on to another stage, and returns the one before; nil if the run was left behind or is
  /// over. The watchdog is the only one who may do this without the token.
  @discardableResult
  func enter(_ next: Stage) -> Stage? {
    let was = stage
    guard was != .over, was != .abandoned else { return nil }
    let (exchanged, _) = stageBits.compareExchange(
      expected: was.rawValue, desired: next.rawValue, ordering: .relaxed)
    return exchanged ? was : nil
  }

  /// The calling thread, if the run is on and both it and the object are part of it.
  @inline(__always)
  func caller(
    _ what: @autoclosure () -> String, object: Int = 0, at place: SourcePlace
  ) -> VirtualThread? {
    if let thread = member(with: object) { return thread }
    // Out of line, so that a step of a run makes no closure.
    refuse(what, at: place)
    return nil
  }

  /// The same for a resource.
  @inline(__always)
  func user(of resource: Resource, at place: SourcePlace) -> VirtualThread? {
    if let thread = member(with: resource.id) { return thread }
    refuse({ "accesses \(resource.name)" }, at: place)
    return nil
  }

  @inline(__always)
  private func member(with object: Int) -> VirtualThread? {
    guard isGoingOn, object >= 0, let thread = ThreadState.virtual, thread.isOf(self) else {
      return nil
    }
    return thread
  }

  @inline(never)
  private func refuse(_ what: () -> String, at place: SourcePlace) {
    guard isGoingOn else {
      if stage == .unwinding { countUnwindingStep() }
      if stage == .unwinding || stage == .abandoned { parkIfDoomed() }
      return
    }
    noteUncontrolled(what(), at: place)
  }

  /// What threads without a place in the run did to it; they hold no token.
  let intrusions = Mutex<[ProgramFailure]>([])

  private func noteUncontrolled(_ what: String, at place: SourcePlace) {
    intrusions.withLock { failures in
      let failure = ProgramFailure.uncontrolledThread(what, place)
      if !failures.contains(failure) { failures.append(failure) }
    }
  }

  var isGoingOn: Bool { stageBits.load(ordering: .relaxed) == Stage.running.rawValue }

  /// A scheduling point: returns when `thread` has been chosen and its operation carried out.
  func point(_ thread: VirtualThread, _ operation: Operation) {
    if thread.runsJob {
      acquireUnmarked(by: thread)
      takeOwed(by: thread)
    }
    if thread.delivers != nil { checkDelivery(by: thread, operation.kind) }
    guard isGoingOn else { return }
    model.stand(thread, before: operation)
    handOver(from: thread)
  }

  /// Waits, without a choice, until `thread` is made ready.
  func pause(_ thread: VirtualThread, _ operation: Operation) {
    model.wait(thread, for: operation)
    handOver(from: thread)
  }
}
