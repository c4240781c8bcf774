/// The state of one controlled run: its threads, what they share, and what happened so far.
///
/// It knows nothing of real threads. The shell around it tells it what each thread is about to do
/// and asks which threads could go next; a strategy chooses; the model carries the step out.
final class RunModel {
  /// One visible operation that was carried out.
  struct Step {
    let thread: UInt8
    /// The thread of the step before.
    let current: UInt8
    let signature: Signature
    /// The threads that could have gone instead, itself included.
    let enabled: ThreadSet
    /// Its clock.
    let row: ClockTable.Row
    /// The step before it that worked on the same object.
    let previous: Int?
  }

  let clocks = ClockTable()
  let threads = GrowingList<VirtualThread>()
  /// For each thread a mark that is the same in every run; in the order of these, the first thread
  /// that was made comes first.
  let marks = GrowingList<UInt32>()
  let objects = GrowingList<SharedObject>()
  let steps = GrowingList<Step>()
  /// The line of each step.
  let places = GrowingList<SourcePlace>()
  let races = GrowingList<Race>()
  /// The deadlines that were set.
  var timers: [TimerModel] = []
  /// What those operations come to that say it themselves.
  private(set) var labels: [any Fact] = []
  /// Threads whose next operation is invisible and can happen: they go before any choice.
  var ready = ThreadSet()
  /// Threads that stand before a visible operation.
  var standing = ThreadSet()
  /// Threads that only look, and wait for a change.
  var parked = ThreadSet()
  /// How often a thread may look at a cell on one line before it is parked; nil for ever.
  var looks: Int?
  /// The thread that made the last step.
  var current = 0
  /// The thread that runs now.
  var active = 0
  /// The last step that was part of a job.
  var lastTouch: Int?
  /// What naming an outcome writes, once one was named.
  var outcomeObject: Int?
  /// Some thread has come to wait for what another one gives, whichever that is.
  var needsGifts = false
  /// How many waits could go on at the start, by semaphore.
  private(set) var supply: [Int32: Int] = [:]
  /// When the main thread began its current block.
  var mainBegan: Int64 = 0

  var record = RunRecord()
  /// Whether the run is told: only then are facts made.
  private(set) var isTold = false
  /// Whether what happens now is told.
  var isTracing = false
  var detectsRaces = true
  /// Whether what is in the cells is kept, to be compared with another run.
  var keepsContents = false
  /// Whether any two steps of tasks depend on each other.
  var tasksDependOnAll = false
  /// Whether deadlines come in any order.
  var clocksMayBeLate = false

  func reset(tracing: Bool, detectsRaces: Bool) {
    threads.removeAll()
    marks.removeAll()
    objects.removeAll()
    steps.removeAll()
    places.removeAll()
    races.removeAll()
    timers.removeAll()
    labels.removeAll()
    clocks.reset()
    ready = ThreadSet()
    standing = ThreadSet()
    parked = ThreadSet()
    current = 0
    active = 0
    lastTouch = nil
    outcomeObject = nil
    needsGifts = false
    if !supply.isEmpty { supply = [:] }
    mainBegan = 0
    record = RunRecord()
    isTold = tracing
    isTracing = tracing
    self.detectsRaces = detectsRaces
  }

  /// Lets go of everything of the program.
  func dropProgram() {
    if isTold { record.threadNames = threads.map(\.name) }
    record.isUncontrolled = isUncontrolled
    threads.removeAll()
    objects.removeAll()
    timers.removeAll()
  }
}

// MARK: Things that are made

extension RunModel {
  func makeObject<Object: SharedObject>(_ name: String, _ make: (Int, String) -> Object) -> Object {
    let object = make(objects.count, name)
    object.origin = origin(by: threads.isEmpty ? nil : threads[active])
    objects.append(object)
    return object
  }

  func supply(_ semaphore: Int, _ value: Int) {
    object(semaphore, as: SemaphoreModel.self).free = value
    if value > 0 { supply[Int32(truncatingIfNeeded: semaphore)] = value }
  }

  /// Keeps what an operation comes to, for when it is carried out.
  func keep(_ fact: any Fact) -> Int {
    labels.append(fact)
    return labels.count - 1
  }

  func object<Object: SharedObject>(_ id: Int, as type: Object.Type = Object.self) -> Object {
    unsafeDowncast(objects[id], to: type)
  }

  /// Nil when the run has as many threads as it can have.
  func makeThread(
    _ name: String, queue: Int?, parent: VirtualThread?, madeBy maker: VirtualThread? = nil,
    at place: SourcePlace, core: ControlledCore
  ) -> VirtualThread? {
    guard threads.count < ThreadSet.limit else { return nil }
    let id = threads.count
    let origin = queue.map { objects[$0].origin } ?? origin(by: maker ?? parent)
    let thread = VirtualThread(
      id: id, key: origin.key, name: name, row: clocks.make(), queue: queue,
      pending: Operation(kind: .begin, object: 0, place: place), core: core)
    threads.append(thread)
    // Before there was anything to choose, threads are made in the same order in every run.
    marks.append(steps.isEmpty ? UInt32(id) : max(thread.key, UInt32(ThreadSet.limit)))
    clocks.threads = threads.count
    clocks.tickSync(thread.row, id)
    if let parent { release(from: parent, to: thread.row) }
    return thread
  }

  /// Everything that `thread` did so far is before what `row` does from now on.
  func release(from thread: VirtualThread, to row: ClockTable.Row) {
    clocks.join(row, thread.row)
    clocks.tickSync(thread.row, thread.id)
  }

  /// A row that remembers where `thread` is now, for whoever synchronises with it later.
  func snapshot(_ thread: VirtualThread) -> ClockTable.Row {
    let row = clocks.copy(thread.row)
    clocks.tickSync(thread.row, thread.id)
    return row
  }
}

// MARK: Who could go next

extension RunModel {
  func stand(_ thread: VirtualThread, before operation: Operation) {
    thread.pending = operation
    if thread.runsJob, tasksDependOnAll { thread.pending.touchesTasks = true }
    if operation.kind == .signal || operation.kind == .complete {
      thread.pending.moment = clocks.time(thread.row)
    }
    switch operation.kind {
    case .wait, .awaitCompletion, .timedWait: needsGifts = true
    default: break
    }
    thread.phase = .waiting
    standing.insert(thread.id)
    parkIfLookingOnly(thread)
    if !isEnabled(thread) { recordCycle(from: thread) }
  }

  /// The threads whose visible operation can happen now.
  func enabledThreads() -> ThreadSet {
    var enabled = standing
    for id in standing where !isEnabled(threads[id]) { enabled.remove(id) }
    guard enabled.isEmpty, !parked.isEmpty else { return enabled }
    unparkAll()
    return enabledThreads()
  }

  func isEnabled(_ thread: VirtualThread) -> Bool {
    switch thread.pending.kind {
    case .lock: object(thread.pending.object, as: LockModel.self).owner == nil
    case .wait: object(thread.pending.object, as: SemaphoreModel.self).hasToken
    case .awaitCompletion:
      object(thread.pending.object, as: CompletionModel.self).completed != nil
    case .complete: thread.timer.map(canFire) ?? true
    case .timedWait:
      object(thread.pending.object, as: SemaphoreModel.self).hasToken || canFire(thread.timer!)
    case .poll:
      thread.timer.map {
        object(thread.pending.object, as: CompletionModel.self).completed != nil || canFire($0)
      } ?? true
    case .read, .exchange: !thread.isParked
    case .turn, .join, .finishOnMain: false
    default: true
    }
  }

  /// Nothing is left to do: no thread stands or waits, and every queue is empty.
  var isFinished: Bool {
    threads.allSatisfy { $0.phase == .ended || $0.phase == .idle }
  }

  /// The threads that stand or wait.
  var stuckThreads: [VirtualThread] { threads.filter { $0.phase == .waiting } }
}
