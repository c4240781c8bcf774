internal import Synchronization

/// The tasks of one controlled run, and the jobs that wait to be let into it.
final class TaskTable {
  enum Destination { case anywhere, main }

  /// A job that was enqueued since the last point.
  struct Arrival {
    let job: Job
    let destination: Destination
    let delay: Int64
    /// The deadline before which the job does not begin.
    let timer: TimerModel?
    let from: VirtualThread
    /// The clock of that thread when the job arrived; by now it may have gone on.
    let row: ClockTable.Row
    /// The actor whose turn it is, by the number of its queue, where that is known.
    var actor: Int?
    /// The task that ran when it arrived.
    var task: UInt32?
    /// The child of a group that ended there lets its parent go on, as another one might.
    var isWokenByChild = false
  }

  /// A task without a parent.
  struct Root {
    let job: Job
    let name: String
    let place: SourcePlace
  }

  /// What all starts of jobs are operations on.
  let object: Int
  var arrivals: [Arrival] = []
  private(set) var roots: [Root] = []
  /// The thread that runs the jobs of a task.
  var lanes: [UInt32: Int] = [:]
  /// The thread that runs the alarms set by a thread.
  var alarmLanes: [Int: Int] = [:]
  private var names: [UInt32: String] = [:]
  private var alarms = 0
  /// The task about to be created.
  var announced: (name: String, place: SourcePlace, mustEnd: Bool)?
  /// The tasks that prefer our executor.
  var adopted: Set<UInt32> = []
  /// The tasks with a job that arrived somewhere and has not begun.
  var arriving: Set<UInt32> = []
  private var ended: Set<UInt32> = []
  private var queues: [UnsafeRawPointer: ActorQueue] = [:]
  /// How many actors of a type there are.
  private var actors: [String: Int] = [:]
  private var ends: [UnsafeRawPointer: GroupEnds] = [:]
  /// What tasks have taken of their groups without a step.
  var owed: [UInt32: [(ends: GroupEnds, count: Int)]] = [:]
  /// The tasks that had a group while they were on an actor.
  private var parentsOnActors: Set<UInt32> = []
  private var parents: [UInt32: UInt32] = [:]
  /// The ends of children in no group that tasks on actors have begun, and which were awaited.
  var childEnds: [UInt32: CompletionModel] = [:]
  var awaited: Set<UInt32> = []
  /// The actors that a task has come to, and whether it has slept or given its turn up since.
  private var visits: [UInt32: [Int: Bool]] = [:]
  /// The tasks, and those with a group, that a step of the run cancelled.
  var cancelled: Set<UInt32> = []
  var cancelledGroups: Set<UInt32> = []
  /// Whether the language has cancelled a task by itself, and whether something would know.
  var hasUnseenCancellation = false
  var asksForCancellation = false
  /// The cancellations whose handlers run now.
  var cancellations: [Cancellation] = []
  var preferences: [UnsafeMutableRawPointer] = []
  private var pointers: [UnsafeRawPointer: UInt32] = [:]
  /// What the language's runtime released to whom, by address.
  var released: [UnsafeRawPointer: ClockTable.Row] = [:]
  /// The cancellation handlers of the program's that may be run, the newest last.
  var handlers: [CancellationHandler] = []
  /// The addresses of a task's children.
  private(set) var children: [UnsafeRawPointer: [UnsafeRawPointer]] = [:]
  /// Jobs that were run only to let their tasks out.
  var leftovers = 0

  init(object: Int) { self.object = object }

  func knows(_ task: UInt32) -> Bool { names[task] != nil }
  func name(of task: UInt32) -> String? { names[task] }

  /// The task at an address that the language's runtime names, if it is one of the run.
  func task(at pointer: UnsafeRawPointer) -> UInt32? { pointers[pointer] }

  /// The tasks that have not ended.
  var unfinished: [Root] { roots.filter { !$0.job.isComplete } }

  /// Those of them that wait for what may never come, and do not mind.
  private(set) var idle: Set<UInt32> = []
  private var mustEnd: Set<UInt32> = []

  func note(_ task: UInt32, isIdle: Bool) {
    if !isIdle { idle.remove(task) } else if !mustEnd.contains(task) { idle.insert(task) }
  }

  /// Whether a job has arrived that is none of theirs.
  var hasLateArrivals: Bool { arrivals.contains { !idle.contains($0.job.identifier) } }
  /// Those that have something to wait for.
  var stuck: [Root] { unfinished.filter { !idle.contains($0.job.identifier) } }

  /// Enters a task that is seen for the first time.
  ///
  /// `alarm` is the name of a task that the language starts only to end the sleep of another.
  func meet(
    _ job: Job, in core: ControlledCore, at place: SourcePlace, as alarm: String? = nil
  ) {
    if alarm != nil { alarms += 1 }
    let name = alarm ?? announced?.name ?? "task \(names.count - alarms + 1)"
    names[job.identifier] = name
    if alarm == nil, announced?.mustEnd == true { mustEnd.insert(job.identifier) }
    pointers[UnsafeRawPointer(job.pointer)] = job.identifier
    // What a task that lived there before has released is not for this one.
    released[UnsafeRawPointer(job.pointer)] = nil
    if job.isChild, let parent = Job.current {
      parents[job.identifier] = pointers[UnsafeRawPointer(parent)]
      if ThreadState.virtual?.isOnActor == true {
        if job.isGroupChild {
          parentsOnActors.insert(TaskTable.identifier(parent))
        } else {
          noteChild(job, name, in: core.model)
        }
      }
      children[UnsafeRawPointer(parent), default: []].append(UnsafeRawPointer(job.pointer))
    }
    TaskTable.claim(job.identifier, name, for: core)
    guard !job.isChild else { return }
    job.retain()
    roots.append(Root(job: job, name: name, place: announced?.place ?? place))
  }

  /// The run is over. Jobs of tasks that it leaves behind are never run.
  func close(leavingBehind isDoomed: Bool) {
    if isDoomed, !unfinished.isEmpty {
      TaskTable.leaveBehind(names.keys)
    } else {
      TaskTable.disclaim(names.keys)
    }
    let isLeftBehind = !unfinished.isEmpty
    for root in roots { root.job.release() }
    roots = []
    // A task that never ends keeps its memory, and may look at its preference.
    if !isLeftBehind { for preference in preferences { preference.deallocate() } }
  }
}

// MARK: Where jobs wait their turn

extension TaskTable {
  /// The actor may go before the run ends, and another come to live at its address.
  struct ActorQueue {
    weak var actor: AnyObject?
    let queue: QueueModel
  }

  /// The queue of an actor, made when its first job arrives.
  func queue(ofActorAt address: UnsafeRawPointer, in model: RunModel) -> QueueModel {
    if let known = queues[address], known.actor != nil { return known.queue }
    let actor = Unmanaged<AnyObject>.fromOpaque(address).takeUnretainedValue()
    let type = "\(Swift.type(of: actor))"
    actors[type, default: 0] += 1
    let number = actors[type]!
    let queue = model.makeObject(number == 1 ? type : "\(type) \(number)", QueueModel.init)
    queue.kind = "actor"
    if let origin = model.actorOrigins[address] { queue.origin = origin }
    queues[address] = ActorQueue(actor: actor, queue: queue)
    return queue
  }

  func isActor(_ address: UnsafeRawPointer) -> Bool { queues[address] != nil }

  /// The ends of the children of the group that a child belongs to.
  func ends(of child: Job, in model: RunModel) -> GroupEnds? {
    guard let parent = parents[child.identifier], let group = child.group else { return nil }
    if let known = ends[group] { return known }
    let name = "the group of \(name(of: parent) ?? "a task")"
    let made = GroupEnds(parent: parent, semaphore: model.makeObject(name, SemaphoreModel.init))
    ends[group] = made
    return made
  }

  func removeEnds(ofGroupAt address: UnsafeRawPointer) -> GroupEnds? {
    ends.removeValue(forKey: address)
  }

  func isOnActor(parent: UInt32) -> Bool { parentsOnActors.contains(parent) }

  func endMoment(of child: Job, _ ends: GroupEnds) -> Int64 {
    ends.moment(orderCounts: child.bringsSomething || isOnActor(parent: ends.parent))
  }

  func isParent(_ task: UnsafeMutableRawPointer, of child: Job) -> Bool {
    parents[child.identifier] == Self.identifier(task)
  }

  /// Who waits for a task gives it its priority, and the runtime passes that on to the children of the
  /// task and to theirs. It marks each of them as if what they have done had been waited for; but they
  /// may do it later.
  func passesOnPriority(to task: UInt32) -> Bool {
    guard let current = Job.current.map(Self.identifier), let parent = parents[task],
      task != current, parent != current
    else { return false }
    return lineage(of: parent).contains(current)
  }

  /// The task comes to an actor; whether it comes back, and has only slept or given its turn up since it
  /// was there.
  func comesBack(_ task: UInt32, to actor: Int) -> Bool {
    let isOver = visits[task]?[actor] ?? false
    visits[task, default: [:]][actor] = false
    return isOver
  }

  func endVisits(of task: UInt32) {
    if let known = visits[task] { visits[task] = known.mapValues { _ in true } }
  }

  /// True once for each task.
  func isFirstEnd(of task: UInt32) -> Bool { ended.insert(task).inserted }
}

// MARK: Which are cancelled

extension TaskTable {
  struct Cancellation {
    let task: UInt32
    /// Who cancels, and so runs the handlers.
    let thread: Int
    /// Threads that wait until the handlers have run.
    var waiting = ThreadSet()
    /// Whether the language's runtime is at work, in its lock.
    var isInRuntime = true
  }

  static func identifier(_ task: UnsafeMutableRawPointer) -> UInt32 {
    Job(unsafeBitCast(task, to: UnownedJob.self)).identifier
  }

  /// A task, the one that it is a child of, and so on.
  fileprivate func lineage(of task: UInt32) -> some Sequence<UInt32> {
    sequence(first: task) { self.parents[$0] }
  }

  /// The cancellation, in progress, of a task or of one that it is a child of.
  func cancellation(of task: UInt32, notBy thread: Int, inRuntimeOnly: Bool) -> Int? {
    for known in lineage(of: task) {
      let running = cancellations.firstIndex {
        $0.task == known && $0.thread != thread && ($0.isInRuntime || !inRuntimeOnly)
      }
      if let running { return running }
    }
    return nil
  }

  /// The innermost cancellation of a thread.
  func cancellation(by thread: Int) -> Int { cancellations.lastIndex { $0.thread == thread }! }

  /// Takes the handlers that cancelling `task` may run from the runtime, the newest first.
  func claimHandlers(below task: UInt32) -> [CancellationHandler] {
    let claimed = handlers.reversed().filter { handler in
      !handler.isClaimed && lineage(of: handler.task).contains(task)
        && !TaskCancellation.isCancelled(handler.pointer)
    }
    for handler in claimed { handler.isClaimed = true }
    return claimed
  }

  /// Whether a task was cancelled, and by no step of the run: the language does that where a group or
  /// an `async let` is left before its time.
  func isCancelledUnseen(_ task: UnsafeMutableRawPointer) -> Bool {
    guard TaskCancellation.isCancelled(task) else { return false }
    var task: UInt32? = Self.identifier(task)
    while let known = task {
      if cancelled.contains(known) { return false }
      task = parents[known]
      if let task, cancelledGroups.contains(task) { return false }
    }
    return true
  }
}

// MARK: Jobs that go astray

extension TaskTable {
  private struct Owner: @unchecked Sendable {
    // @unchecked Sendable because a core is, and the table of owners is locked.
    weak var core: ControlledCore?
    let name: String
    var isLeftBehind = false
  }

  private static let owners = Mutex<[UInt32: Owner]>([:])
  private static let owned = Atomic(0)

  private static func claim(_ task: UInt32, _ name: String, for core: ControlledCore) {
    owners.withLock { $0[task] = Owner(core: core, name: name) }
    owned.add(1, ordering: .relaxed)
  }

  private static func disclaim(_ tasks: some Collection<UInt32>) {
    owners.withLock { owners in for task in tasks { owners[task] = nil } }
    owned.subtract(tasks.count, ordering: .relaxed)
  }

  private static func leaveBehind(_ tasks: some Collection<UInt32>) {
    owners.withLock { owners in
      for task in tasks { owners[task] = Owner(core: nil, name: "", isLeftBehind: true) }
    }
  }

  /// A thread outside any run enqueues `job`; if its task belongs to a run, that run says so. False
  /// if the job is not to be run, because the run of its task is over.
  static func noteForeign(_ job: UnownedJob) -> Bool {
    guard owned.load(ordering: .relaxed) > 0 else { return true }
    let job = Job(job)
    guard job.kind == .task else { return true }
    let owner = owners.withLock { $0[job.identifier] }
    owner?.core?.noteForeignResumption(of: owner!.name)
    return !(owner?.isLeftBehind ?? false)
  }
}
