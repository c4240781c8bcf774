internal import Foundation

/// What no hook tells, though the order of it counts: that a job is about to arrive at an actor,
/// busy or not, or at the main one; that a child of a group is done. The language's runtime marks
/// these moments for ThreadSanitizer; the marks are ours too. It holds no lock of its own then.
///
/// The standard library marks its pool of generic types as well, and with a lock in hand: code that
/// needed a generic type for the first time would wait for itself. Tasks and actors never live in
/// that library's own memory, so a mark there is not looked at.
enum TaskSightings {
  private typealias Mark = @convention(c) (UnsafeRawPointer) -> Void

  nonisolated(unsafe) private static var releaseBefore: Mark?
  nonisolated(unsafe) private static var acquireBefore: Mark?

  nonisolated(unsafe) private static var standardLibrary: Range<UInt> = 0..<0

  static func isStandardLibrarys(_ pointer: UnsafeRawPointer) -> Bool {
    standardLibrary.contains(UInt(bitPattern: pointer))
  }

  /// Called once. ThreadSanitizer's own marks, in a process that runs under it, go on.
  static func install() {
    // Lazy globals are marked too when they are made; the marks below must need none.
    _ = (ThreadState.existing, enter)
    CallsOfPrograms.see()
    let hook = UInt(bitPattern: LanguageRuntime.address(of: "_swift_tsan_release"))
    standardLibrary = LoadedLibrary.all().map(\.memory).first { $0.contains(hook) } ?? 0..<0
    releaseBefore = mark("_swift_tsan_release")
    let release: Mark = { pointer in
      TaskSightings.releaseBefore?(pointer)
      TaskSightings.seen(pointer) { thread in
        thread.core.waitForHandlers(ofTaskAt: pointer, by: thread)
        thread.core.sawRelease(pointer, by: thread)
        thread.core.noteRelease(of: pointer, by: thread)
      }
    }
    LanguageRuntime.set("_swift_tsan_release", release)
    acquireBefore = mark("_swift_tsan_acquire")
    let acquire: Mark = { pointer in
      TaskSightings.acquireBefore?(pointer)
      TaskSightings.seen(pointer) { thread in
        thread.core.waitForHandlers(ofTaskAt: pointer, by: thread)
        thread.core.sawAwait(ofTaskAt: pointer, by: thread)
        thread.core.noteAcquisition(of: pointer, by: thread)
      }
    }
    LanguageRuntime.set("_swift_tsan_acquire", acquire)
  }

  private static func seen(_ pointer: UnsafeRawPointer, _ note: (VirtualThread) -> Void) {
    if !isStandardLibrarys(pointer) { seen(note) }
  }

  /// Lazy globals are marked as well when they are made, and the scheduler may need one.
  static func seen(_ note: (VirtualThread) -> Void) {
    guard let state = ThreadState.existing, let thread = state.virtual, !state.isOwnAffair else {
      return
    }
    state.asOwnAffair { note(thread) }
  }

  private static func mark(_ symbol: String) -> Mark? {
    LanguageRuntime.address(of: symbol)?.load(as: Optional<Mark>.self)
  }

  /// False where the program's linking keeps the function below from coming before the library's.
  static let seesTasksBegin: Bool = {
    LanguageRuntime.address(of: "swift_task_enterThreadLocalContext")
      != unsafeBitCast(enter, to: UnsafeMutableRawPointer.self)
  }()

  fileprivate typealias Enter = @convention(c) (UnsafeMutableRawPointer) -> Void
  /// The library's own function, which the one below comes before.
  fileprivate static let enter: Enter = {
    let next = UnsafeMutableRawPointer(bitPattern: -1)
    return unsafeBitCast(dlsym(next, "swift_task_enterThreadLocalContext")!, to: Enter.self)
  }()
}

/// The language's runtime calls this each time a task begins to run, once it is the current one;
/// defined here, it is found before the library's.
///
/// Usable from inline so that an optimised build keeps the symbol visible.
@_cdecl("swift_task_enterThreadLocalContext")
@usableFromInline
func enterThreadLocalContext(_ state: UnsafeMutableRawPointer) {
  TaskSightings.enter(state)
  guard ThreadState.existing?.taskCore != nil else { return }
  TaskSightings.seen { thread in
    thread.core.taskTable().adoptCurrent(in: thread.core, at: thread.pending.place)
    thread.core.sawTaskBegin(on: thread)
  }
}

extension ControlledCore {
  /// Makes a step of what is about to happen to the task at `pointer`, if an order of it counts.
  fileprivate func sawRelease(_ pointer: UnsafeRawPointer, by thread: VirtualThread) {
    guard isGoingOn, let job = Job.task(at: pointer) else { return }
    switch job.moment {
    case .arriving(let executor): sawArrival(of: job, at: executor, by: thread)
    case .completing: sawEnd(of: job, by: thread)
    case .other:
      if let awaited = job.awaitedTask, Job.current == job.pointer {
        sawAwait(ofTaskAt: awaited, by: thread)
      } else {
        sawOwnResumption(of: job, by: thread)
      }
    }
  }

  /// A cancelled task that resumes itself: its sleep is over before it began.
  private func sawOwnResumption(of job: Job, by thread: VirtualThread) {
    guard let tasks, Job.current == job.pointer, !job.isWaiting,
      TaskCancellation.isCancelled(job.pointer), isResumingContinuation
    else { return }
    look(.read, by: thread, tasks, .wakesUp, at: thread.pending.place)
  }

  /// A cancelled task marks itself in other places too, where it is about to wait, makes a group, or
  /// looks for a result of one with the group's lock in hand. No order of these counts, and nothing in
  /// the task tells them apart.
  private var isResumingContinuation: Bool {
    Thread.callStackSymbols.prefix(32).contains {
      $0.contains("swift_continuation_") && $0.contains("esume")
    }
  }

  /// The job is enqueued as soon as the step is made: nothing comes in between.
  private func sawArrival(of job: Job, at executor: Job.Executor, by thread: VirtualThread) {
    let tasks = taskTable()
    if !tasks.knows(job.identifier) { tasks.meet(job, in: self, at: thread.pending.place) }
    // It is marked twice, and once more by some executors.
    guard tasks.arriving.insert(job.identifier).inserted else { return }
    if thread.runsJob, !thread.taskHasEnded {
      takeOwed(of: Job.current.map(TaskTable.identifier) ?? job.identifier, by: thread)
    }
    _ = noteWake(of: job.identifier, by: thread, tasks)
    let name = tasks.name(of: job.identifier) ?? "a task"
    if executor.isForeign { thread.delivers = name }
    guard let queue = queue(of: executor, tasks) else {
      // To wake a task that is on no actor is no matter of order.
      let isResumed = !thread.runsJob || (thread.drained != nil && Job.current == nil)
      if model.tasksDependOnAll, isResumed { taskPoint(thread, tasks, .resumes(task: name)) }
      return
    }
    // A task that goes there itself is not the current one any more.
    if thread.runsJob, !thread.taskHasEnded, Job.current == nil {
      let comesBack = tasks.comesBack(job.identifier, to: queue.id)
      thread.arrival = comesBack && !model.tasksDependOnAll ? job.site : 0
      thread.traveller = tasks.lanes[job.identifier].flatMap { $0 == thread.id ? nil : $0 }
    }
    arrive(at: queue, by: thread, .arrives(task: name, at: queue.words))
    (thread.arrival, thread.traveller) = (nil, nil)
    thread.arrivedAt = queue.id
  }

  /// A step that puts something of the language's into a queue of the language's.
  private func arrive(
    at queue: QueueModel, by thread: VirtualThread, _ step: @autoclosure () -> TaskStep
  ) {
    thread.work = .elsewhere
    point(
      thread,
      Operation(
        kind: .enqueue, object: queue.id, place: thread.pending.place,
        label: model.isTracing ? model.keep(SchedulerFact.task(step: step())) : nil))
  }

  /// The queue of an executor; nil for the one of tasks that are on no actor.
  private func queue(of executor: Job.Executor, _ tasks: TaskTable) -> QueueModel? {
    guard let identity = executor.identity else { return nil }
    if executor.implementation == 0 { return tasks.queue(ofActorAt: identity, in: model) }
    return executor.isControlledMain ? model.object(mainQueue) : nil
  }

  /// The first job is what the turn of an actor began for; before each further one another
  /// thread may come.
  fileprivate func sawTaskBegin(on thread: VirtualThread) {
    thread.delivers = nil
    thread.endedIn = nil
    thread.taskHasEnded = false
    guard isGoingOn, let tasks else { return }
    noteUnseenCancellation(tasks)
    guard let drained = thread.drained else { return }
    thread.drained = drained + 1
    guard model.tasksDependOnAll, drained > 0 else { return }
    taskPoint(thread, tasks, .takesNextJobOfActor)
  }

  /// A point whose order among the steps of jobs counts, where all of them do.
  func taskPoint(_ thread: VirtualThread, _ tasks: TaskTable, _ step: TaskStep) {
    var operation = Operation(
      kind: .startJob, object: tasks.object, place: thread.pending.place,
      label: model.keep(SchedulerFact.task(step: step)))
    operation.touchesTasks = true
    let ranJob = thread.runsJob
    point(thread, operation)
    thread.runsJob = ranJob
  }
}
