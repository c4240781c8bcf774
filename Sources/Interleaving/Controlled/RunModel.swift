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
  let objects = GrowingList<SharedObject>()
  let steps = GrowingList<Step>()
  let races = GrowingList<Race>()
  /// What those operations come to that say it themselves.
  private(set) var labels: [any Fact] = []
  /// Threads whose next operation is invisible and can happen: they go before any choice.
  var ready = ThreadSet()
  /// Threads that stand before a visible operation.
  var standing = ThreadSet()
  /// The thread that made the last step.
  var current = 0
  /// The last step that was part of a job.
  var lastTouch: Int?
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

  func reset(tracing: Bool, detectsRaces: Bool) {
    threads.removeAll()
    objects.removeAll()
    steps.removeAll()
    races.removeAll()
    labels.removeAll()
    clocks.reset()
    ready = ThreadSet()
    standing = ThreadSet()
    current = 0
    lastTouch = nil
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
  }
}

// MARK: Things that are made

extension RunModel {
  func makeObject<Object: SharedObject>(_ name: String, _ make: (Int, String) -> Object) -> Object {
    let object = make(objects.count, name)
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
    _ name: String, queue: Int?, parent: VirtualThread?, at place: SourcePlace,
    core: ControlledCore
  ) -> VirtualThread? {
    guard threads.count < ThreadSet.limit else { return nil }
    let id = threads.count
    let thread = VirtualThread(
      id: id, key: key(ofThreadOf: queue, madeBy: parent), name: name, row: clocks.make(),
      queue: queue,
      pending: Operation(kind: .begin, object: 0, place: place), core: core)
    threads.append(thread)
    clocks.threads = threads.count
    clocks.tickSync(thread.row, id)
    if let parent { release(from: parent, to: thread.row) }
    return thread
  }

  /// Made of what does not depend on the order in which threads are made.
  private func key(ofThreadOf queue: Int?, madeBy parent: VirtualThread?) -> UInt32 {
    guard let parent else { return UInt32(truncatingIfNeeded: queue ?? threads.count) }
    parent.children += 1
    return (parent.key &* 0x0100_0193 ^ parent.children) &* 0x0100_0193
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
    if thread.runsJob { thread.pending.touchesTasks = true }
    if operation.kind == .signal || operation.kind == .complete {
      thread.pending.moment = clocks.time(thread.row)
    }
    if operation.kind == .wait || operation.kind == .awaitCompletion { needsGifts = true }
    thread.phase = .waiting
    standing.insert(thread.id)
    if !isEnabled(thread) { recordCycle(from: thread) }
  }

  /// The threads whose visible operation can happen now.
  func enabledThreads() -> ThreadSet {
    var enabled = standing
    for id in standing where !isEnabled(threads[id]) { enabled.remove(id) }
    return enabled
  }

  func isEnabled(_ thread: VirtualThread) -> Bool {
    switch thread.pending.kind {
    case .lock: object(thread.pending.object, as: LockModel.self).owner == nil
    case .wait: object(thread.pending.object, as: SemaphoreModel.self).hasToken
    case .awaitCompletion:
      object(thread.pending.object, as: CompletionModel.self).completed != nil
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
