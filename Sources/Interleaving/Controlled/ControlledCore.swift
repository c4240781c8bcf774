internal import Dispatch
internal import Synchronization

/// One run of a program: real threads around the model, one of them awake at a time.
///
/// The awake thread holds the *token*. At every operation it asks the model and the strategy who
/// goes next, wakes that one, and sleeps until somebody wakes it in turn.
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
  private unowned let runner: Runner
  /// Signalled when the caller of the runner has to see to something. Not a moment before the last
  /// use of the runner: it may be gone then.
  let finished: DispatchSemaphore
  var ending = RunEnding.completed
  var atEndBlocks: [() throws -> Void] = []
  /// The runtime in front of this core, while the run lasts.
  var runtime: Runtime?
  var mainQueue = 0
  /// The tasks of the run, if it has any.
  var tasks: TaskTable?
  var unwindingSteps = 0
  /// The run cannot go on; the next point ends it.
  var mustStop = false

  private let stageBits = Atomic<UInt8>(Stage.running.rawValue)
  /// Counts operations, so that the watchdog sees whether anything moves.
  let beats = Atomic<Int>(0)
  /// The kernel's number of the thread that holds the token.
  let holder = Atomic<Int32>(0)
  var running: VirtualThread?
  /// Real threads that will never end.
  var parked = 0
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
  func caller(
    _ what: @autoclosure () -> String, object: Int = 0, at place: SourcePlace
  ) -> VirtualThread? {
    guard stageBits.load(ordering: .relaxed) == Stage.running.rawValue else {
      if stage == .unwinding { countUnwindingStep() }
      return nil
    }
    guard let thread = ThreadState.current.virtual, thread.core === self, object >= 0 else {
      noteUncontrolled(what(), at: place)
      return nil
    }
    return thread
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
    model.stand(thread, before: operation)
    handOver(from: thread)
  }

  /// Waits, without a choice, until `thread` is made ready.
  func pause(_ thread: VirtualThread, _ operation: Operation) {
    model.wait(thread, for: operation)
    handOver(from: thread)
  }
}

// MARK: Passing the token

extension ControlledCore {
  func handOver(from thread: VirtualThread) {
    guard let next = nextThread(), next !== thread else { return }
    wake(next)
    thread.worker!.wake.wait()
  }

  func wake(_ thread: VirtualThread) {
    if let worker = thread.worker {
      holder.store(worker.kernelID, ordering: .relaxed)
      // The main worker may be free, waiting for a job.
      if thread.start != nil { worker.job = thread }
      worker.wake.signal()
    } else {
      let worker = crew.takeWorker()
      thread.worker = worker
      worker.job = thread
      holder.store(worker.kernelID, ordering: .relaxed)
      worker.wake.signal()
    }
  }

  /// Who gets the token now; nil when the run is over.
  func nextThread() -> VirtualThread? {
    beats.add(1, ordering: .relaxed)
    if let tasks, stage == .running { settle(tasks) }
    if stage == .running, let thread = advance() {
      running = thread
      return thread
    }
    if stage == .ending {
      guard let tasks, !tasks.arrivals.isEmpty else { return nil }
      noteLateTask()
      enter(.unwinding)
    }
    guard stage != .abandoned else { return nil }
    running = nextToLetOut()
    return running
  }

  /// The next thread of a run that is on; nil when it is not any more.
  private func advance() -> VirtualThread? {
    if mustStop { return stop(.cut) }
    if let id = model.ready.first {
      let thread = model.threads[id]
      model.goOn(thread)
      return thread
    }
    let enabled = model.enabledThreads()
    guard !enabled.isEmpty else {
      guard model.isFinished else {
        if model.record.isTracing { model.record.deadlock = model.explainDeadlock() }
        return stop(.deadlocked)
      }
      if let unfinished = tasks?.unfinished, !unfinished.isEmpty {
        model.record.deadlock = model.explainUnfinished(unfinished)
        return stop(.deadlocked)
      }
      return prepareEnd()
    }
    guard model.steps.count < pointLimit else {
      model.recordSpinning(points: pointLimit)
      return stop(.cut)
    }
    guard let id = strategy!.pick(enabled, in: model) else { return stop(.givenUp) }
    let thread = model.threads[id]
    model.step(thread, of: enabled)
    return thread
  }

  private func stop(_ how: RunEnding) -> VirtualThread? {
    strategy!.runEnded(model)
    ending = how
    enter(.unwinding)
    return nil
  }

  /// Lets the main thread run what was kept for the end.
  private func prepareEnd() -> VirtualThread? {
    strategy!.runEnded(model)
    ending = .completed
    enter(.ending)
    guard !atEndBlocks.isEmpty else { return nil }
    let main = model.threads[0]
    let blocks = atEndBlocks
    atEndBlocks = []
    main.start = { for block in blocks { try block() } }
    main.phase = .running
    return main
  }
}

// MARK: Running a thread

extension ControlledCore {
  /// Runs what `thread` was woken for, and returns the thread that the same real thread can go
  /// on with at once, if there is one.
  func run(_ thread: VirtualThread, on worker: Worker) -> VirtualThread? {
    perform(thread)
    return leave(thread, worker)
  }

  /// Runs the block to its end and lets go of it, before anybody else is woken.
  private func perform(_ thread: VirtualThread) {
    let state = ThreadState.current
    state.runtime = runtime
    state.virtual = thread
    let body = thread.start!
    thread.start = nil
    do { try body() } catch { noteThrown(error, by: thread) }
    state.virtual = nil
    state.runtime = nil
  }

  private func noteThrown(_ error: any Error, by thread: VirtualThread) {
    guard stage == .running || stage == .ending, !(error is RunAbandoned) else { return }
    model.record.failedAt = model.record.failedAt ?? model.steps.count
    model.record.failures.append(
      .threw("\(error)", thread: thread.name, thread.id == 0 ? nil : thread.pending.place))
  }

  private func leave(_ thread: VirtualThread, _ worker: Worker) -> VirtualThread? {
    switch stage {
    case .running: model.end(thread)
    case .abandoned: return stayBehind()
    default: thread.phase = .ended
    }
    if thread.id != 0 { thread.worker = nil }
    guard let next = nextThread() else { return close(worker) }
    if next.worker === worker { return next }
    if next.worker == nil, worker !== crew.mainWorker {
      next.worker = worker
      return next
    }
    crew.giveBack(worker)
    wake(next)
    return nil
  }

  /// Ends the run and returns the main thread of the next one, which this real thread carries.
  private func close(_ worker: Worker) -> VirtualThread? {
    guard enter(.over) != nil else { return stayBehind() }
    crew.putInCharge(worker)
    if let next = runner.nextRun(after: self) { return next }
    finished.signal()
    return nil
  }

  /// Ends a run whose real threads are not fit for another one.
  func endWithoutNext() { if enter(.over) != nil { finished.signal() } }

  private func stayBehind() -> VirtualThread? {
    crew.leftBehind.signal()
    return nil
  }
}
