internal import Foundation

/// What no hook tells, though the order of it counts: that a task is resumed by a thread, that an
/// actor takes one job after the other, that a task goes back to an actor that is busy. The
/// language's runtime marks these moments for ThreadSanitizer; the marks are ours too.
enum TaskSightings {
  private typealias Mark = @convention(c) (UnsafeRawPointer) -> Void

  nonisolated(unsafe) private static var releaseBefore: Mark?
  nonisolated(unsafe) private static var acquireBefore: Mark?

  /// Called once. ThreadSanitizer's own marks, in a process that runs under it, go on.
  static func install() {
    // Lazy globals are marked too when they are made; the marks below must need none.
    _ = (ThreadState.existing, enter)
    releaseBefore = mark("_swift_tsan_release")
    let release: Mark = { pointer in
      TaskSightings.releaseBefore?(pointer)
      guard let thread = ThreadState.existing?.virtual else { return }
      thread.core.noteRelease(of: pointer, by: thread)
      thread.core.sawRelease(pointer, by: thread)
    }
    LanguageRuntime.set("_swift_tsan_release", release)
    acquireBefore = mark("_swift_tsan_acquire")
    let acquire: Mark = { pointer in
      TaskSightings.acquireBefore?(pointer)
      guard let thread = ThreadState.existing?.virtual else { return }
      thread.core.noteAcquisition(of: pointer, by: thread)
    }
    LanguageRuntime.set("_swift_tsan_acquire", acquire)
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
  guard let thread = ThreadState.existing?.virtual, ThreadState.existing?.taskCore != nil else {
    return
  }
  thread.core.taskTable().adoptCurrent(in: thread.core, at: thread.pending.place)
  thread.core.sawTaskBegin(on: thread)
}

extension ControlledCore {
  /// A task is enqueued by a thread, or by the job that ends its yielding.
  fileprivate func sawRelease(_ pointer: UnsafeRawPointer, by thread: VirtualThread) {
    guard isGoingOn, let tasks, !tasks.isChanging, let task = tasks.task(at: pointer) else {
      return
    }
    let isJobOfTask = thread.runsJob && (thread.drained == nil || Job.current != nil)
    // It is marked twice: as resumed, then as enqueued.
    guard !isJobOfTask, thread.resuming != pointer else {
      thread.resuming = nil
      return
    }
    thread.resuming = pointer
    taskPoint(thread, tasks, .resumes(task: tasks.name(of: task) ?? "a task"))
  }

  /// The first job is what the turn of an actor began for; before each further one another
  /// thread may come.
  fileprivate func sawTaskBegin(on thread: VirtualThread) {
    guard isGoingOn, let tasks, let drained = thread.drained else { return }
    thread.drained = drained + 1
    if drained > 0 { taskPoint(thread, tasks, .takesNextJobOfActor) }
  }

  /// A point whose order among the steps of jobs counts.
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
