/// The state of one controlled run: its threads, what they share, and what happened so far.
///
/// It knows nothing of real threads. The shell around it tells it what each thread is about to do
/// and asks which threads could go next; a strategy chooses; the model carries the step out.
final class RunModel {
  /// One visible operation that was carried out.
  struct Step {
    let thread: UInt16
    /// The thread of the step before.
    let current: UInt16
    /// The thread that would have gone if nothing had been decided.
    let usual: UInt16
    /// Whether another thread could have gone instead.
    let isChoice: Bool
    /// 0 for the usual thread, 1, 2, ... for the others that could have gone, in their order; no more
    /// than 255.
    let rank: UInt8
    let signature: Signature
    /// Its clock.
    let row: ClockTable.Row
    /// The step before it that worked on the same object.
    let previous: Int?
  }

  let clocks = ClockTable()
  let threads = GrowingList<VirtualThread>()
  /// What threads of earlier runs have left for those of this one.
  private let spare = GrowingList<VirtualThread.Memory>()
  /// For each thread a mark that is the same in every run; in the order of these, the first thread
  /// that was made comes first.
  let marks = GrowingList<UInt32>()
  /// The same threads as all runs know them.
  let identities = GrowingList<KnownThread>()
  /// Who made the actor at an address.
  var actorOrigins: [UnsafeRawPointer: Origin] = [:]
  let objects = GrowingList<SharedObject>()
  let steps = GrowingList<Step>()
  /// The line of each step.
  let places = GrowingList<SourcePlace>()
  let races = GrowingList<Race>()
  /// The deadlines that were set.
  let timers = GrowingList<TimerModel>()
  /// What those operations come to that say it themselves.
  let labels = GrowingList<any Fact>()
  /// Threads whose next operation is invisible and can happen: they go before any choice.
  @Kept var ready = ThreadSet()
  /// Threads that stand before a visible operation.
  @Kept var standing = ThreadSet()
  /// Threads that only look, and wait for a change.
  @Kept var parked = ThreadSet()
  /// How often a thread may look at a cell on one line before it is parked; nil for no limit.
  var looks: Int?
  /// The thread that made the last step.
  var current = 0
  /// The thread that runs now.
  var active = 0
  /// How many steps the strategy has chosen, where the run goes on after that with turns for
  /// everybody, because it had all the points that it is given.
  var chosen: Int?
  /// The last step that was part of a job.
  var lastTouch: Int?
  /// What naming an outcome writes, once one was named.
  var outcomeObject: Int?
  /// Some thread has come to wait for what another one gives, whichever that is.
  var needsGifts = false
  /// Some thread has come to wait with a deadline.
  private(set) var hasDeadlines = false
  /// How many threads, or locks, of one name there are, in a run that is told.
  private var timesNamed: [String: Int] = [:]
  /// How many waits could go on at the start, by semaphore.
  private(set) var supply: [Int32: Int] = [:]
  /// When the main thread began its current block.
  var mainBegan: Int64 = 0

  /// What is used again to bring the steps of each run in another order.
  let rearrangement: Rearrangement
  let stepsLeft: StepsLeft

  @Kept var record = RunRecord()
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

  init() {
    rearrangement = Rearrangement(clocks)
    stepsLeft = StepsLeft(of: steps, rearrangement)
  }

  func reset(tracing: Bool, detectsRaces: Bool) {
    threads.removeAll()
    marks.removeAll()
    identities.removeAll()
    if !actorOrigins.isEmpty { actorOrigins.removeAll(keepingCapacity: true) }
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
    chosen = nil
    lastTouch = nil
    outcomeObject = nil
    (needsGifts, hasDeadlines) = (false, false)
    if !supply.isEmpty { supply = [:] }
    if !timesNamed.isEmpty { timesNamed = [:] }
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
    record.unseen = unseenThreads
    for thread in threads { spare.append(thread.giveUpMemory()) }
    threads.removeAll()
    objects.removeAll()
    timers.removeAll()
  }
}

// MARK: Things that are made

extension RunModel {
  func makeObject<Object: SharedObject>(_ name: String, _ make: (Int, String) -> Object) -> Object {
    let object = make(objects.count, name)
    object.origin = origin(by: threads.isEmpty ? nil : threads[active], of: name)
    objects.append(object)
    return object
  }

  /// Locks that are made on one line are told apart, as each knows only that line. Their identity
  /// goes by the line alone: which of them is made first may be another one in each order.
  func makeLock(_ name: String) -> LockModel {
    let lock = makeObject(name, LockModel.init)
    tellApart(lock.id)
    return lock
  }

  /// Gives it the name that it is told by.
  @discardableResult
  func tellApart(_ lock: Int) -> String {
    if isTold { objects[lock].name = free(objects[lock].name, among: "lock ") }
    return objects[lock].name
  }

  func supply(_ semaphore: Int, _ value: Int) {
    object(semaphore, as: SemaphoreModel.self).free = value
    if value > 0 { supply[Int32(truncatingIfNeeded: semaphore)] = value }
  }

  /// Keeps what an operation comes to, for when it is carried out; nil in a run that is not told.
  func keep(_ fact: (any Fact)?) -> Int? {
    guard let fact else { return nil }
    labels.append(fact)
    return labels.count - 1
  }

  func object<Object: SharedObject>(_ id: Int, as type: Object.Type = Object.self) -> Object {
    unsafeDowncast(objects[id], to: type)
  }

  /// Nil when the run has as many threads as it can have.
  ///
  /// `thing` is what it belongs to, where that is no queue whose blocks it runs.
  func makeThread(
    _ name: String, queue: Int?, parent: VirtualThread?, madeBy maker: VirtualThread? = nil,
    of thing: Origin? = nil, at place: SourcePlace, core: ControlledCore
  ) -> VirtualThread? {
    guard threads.count < ThreadSet.limit else { return nil }
    let id = threads.count
    clocks.addThread()
    // What a task is called depends on when it is met. The thread of an actor is none of its maker's.
    let starter = maker ?? parent
    let kin = maker == nil ? name : thing == nil ? "a task" : "a thing's"
    let own = queue == nil ? origin(by: starter, of: kin) : nil
    let mark = (own ?? objects[queue!].origin).mark
    let thing = thing ?? queue.map { objects[$0].origin }
    let identity =
      thing.map(KnownThread.init(of:))
      ?? KnownThread(own!, startedBy: starter?.identity)
    let thread = VirtualThread(
      id: id, identity: identity, mark: mark, name: isTold ? free(name) : name,
      row: clocks.make(), queue: queue,
      pending: Operation(kind: .begin, object: 0, place: place),
      memory: spare.popLast() ?? VirtualThread.Memory(), core: core)
    threads.append(thread)
    identities.append(identity)
    // Before there was anything to choose, threads are made in the same order in every run.
    marks.append(steps.isEmpty ? UInt32(id) : max(mark, UInt32(ThreadSet.limit)))
    clocks.tickSync(thread.row, id)
    if let parent { release(from: parent, to: thread.row) }
    return thread
  }

  /// What a thread, or a lock, is told as: blocks of a concurrent queue run on threads of one name.
  private func free(_ name: String, among kind: String = "") -> String {
    let number = timesNamed[kind + name, default: 0] + 1
    timesNamed[kind + name] = number
    return number == 1 ? name : "\(name) (\(number))"
  }

  /// Everything that `thread` did so far is before what `row` does from now on.
  func release(from thread: VirtualThread, to row: ClockTable.Row) {
    clocks.join(row, thread.row)
    clocks.tickSync(thread.row, thread.id)
  }

  /// A row that remembers where `thread` is now, for the thread that synchronises with it later.
  func snapshot(_ thread: VirtualThread) -> ClockTable.Row {
    let row = clocks.copy(thread.row)
    clocks.tickSync(thread.row, thread.id)
    return row
  }
}

// MARK: Where threads stand

extension RunModel {
  func stand(_ thread: VirtualThread, before operation: Operation) {
    thread.pending = operation
    if thread.runsJob, tasksDependOnAll { thread.pending.touchesTasks = true }
    if operation.kind == .signal || operation.kind == .complete, operation.moment == 0 {
      thread.pending.moment = clocks.time(thread.row)
    }
    switch operation.kind {
    case .wait, .awaitCompletion: needsGifts = true
    case .timedWait: (needsGifts, hasDeadlines) = (true, true)
    default: break
    }
    thread.phase = .waiting
    standing.insert(thread.id)
    parkIfLookingOnly(thread)
    if !isEnabled(thread) { recordCycle(from: thread) }
  }

  var isBeyondLimit: Bool { chosen != nil }
  var chosenSteps: some Collection<Step> { steps.prefix(chosen ?? steps.count) }
}
