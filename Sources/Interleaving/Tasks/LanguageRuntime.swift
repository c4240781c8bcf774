internal import Dispatch
internal import Foundation

/// The few things the language's own runtime lets others take over: where a job goes.
///
/// A *job* is what a task does between two `await`s, or the turn of an actor to do what waits for
/// it. The hooks are process-wide, so they are set once and decide by the thread that enqueues: a
/// thread of a controlled run hands its jobs to that run, any other to where they always went.
enum LanguageRuntime {
  private typealias Enqueue = @convention(thin) (UnownedJob) -> Void
  private typealias EnqueueHook = @convention(thin) (UnownedJob, Enqueue) -> Void
  private typealias Delayed = @convention(thin) (UInt64, UnownedJob) -> Void
  private typealias DelayHook = @convention(thin) (UInt64, UnownedJob, Delayed) -> Void
  private typealias Deadlined =
    @convention(thin) (
      Int64, Int64, Int64, Int64, Int32, UnownedJob
    ) -> Void
  private typealias DeadlineHook =
    @convention(thin) (
      Int64, Int64, Int64, Int64, Int32, UnownedJob, Deadlined
    ) -> Void
  private typealias Main = @convention(thin) () -> UnownedSerialExecutor
  private typealias MainHook = @convention(thin) (Main) -> UnownedSerialExecutor
  private typealias Check = @convention(thin) (UnownedSerialExecutor) -> Void
  private typealias CheckHook = @convention(thin) (UnownedSerialExecutor, Check) -> Void

  static func address(of symbol: String) -> UnsafeMutableRawPointer? { dlsym(nil, symbol) }

  static func set<Hook>(_ symbol: String, _ hook: Hook) {
    address(of: symbol)?.assumingMemoryBound(to: Optional<Hook>.self).pointee = hook
  }

  /// Takes the hooks over, the first time it is asked for.
  static let hooks: Void = {
    // Before anything of the language's runtime is touched.
    _ = JobLayout.problem
    let global: EnqueueHook = { job, original in
      guard let core = ThreadState.existing?.taskCore else {
        return TaskTable.noteForeign(job) ? original(job) : ()
      }
      core.arrive(job, .anywhere)
    }
    // The executor of the main actor depends on who asks: a thread of a run has another one.
    let main: MainHook = { original in
      ThreadState.existing?.taskCore == nil
        ? original() : ControlledMainExecutor.shared.asUnownedSerialExecutor()
    }
    let delayed: DelayHook = { nanoseconds, job, original in
      guard let core = ThreadState.existing?.taskCore else { return original(nanoseconds, job) }
      core.arrive(job, .anywhere, after: Int64(clamping: nanoseconds))
    }
    let deadlined: DeadlineHook = { seconds, nanoseconds, a, b, clock, job, original in
      guard let core = ThreadState.existing?.taskCore else {
        return original(seconds, nanoseconds, a, b, clock, job)
      }
      core.arrive(job, .anywhere, after: remaining(seconds, nanoseconds, on: clock))
    }
    let check: CheckHook = { executor, original in
      guard let thread = ThreadState.virtual, thread.id == 0,
        executor.isControlledMain
      else { return original(executor) }
    }
    set("swift_task_enqueueGlobal_hook", global)
    set("swift_task_getMainExecutor_hook", main)
    set("swift_task_enqueueGlobalWithDelay_hook", delayed)
    set("swift_task_enqueueGlobalWithDeadline_hook", deadlined)
    set("swift_task_checkIsolated_hook", check)
    TaskSightings.install()
  }()

  /// What is left until a deadline of a real clock.
  private static func remaining(_ seconds: Int64, _ nanoseconds: Int64, on clock: Int32) -> Int64 {
    var now = timespec()
    clock_gettime(clock == 1 ? CLOCK_BOOTTIME : CLOCK_MONOTONIC, &now)
    return asAskedFor(
      (seconds - Int64(now.tv_sec)) * 1_000_000_000 + nanoseconds - Int64(now.tv_nsec))
  }

  /// How long the program meant to sleep when so much is left until the deadline it computed: the
  /// time that went by since is not the program's, so it is rounded away.
  static func asAskedFor(_ left: Int64) -> Int64 {
    let grain: Int64 = left > 100_000_000 ? 10_000_000 : 1_000_000
    return max(0, (left + grain - 1) / grain * grain)
  }
}

extension UnownedSerialExecutor {
  fileprivate var isControlledMain: Bool {
    unsafeBitCast(self, to: (UInt, UInt).self).0 == ControlledMainExecutor.identity
  }
}

extension Job.Executor {
  var isControlledMain: Bool { UInt(bitPattern: identity) == ControlledMainExecutor.identity }
  /// Written by other code.
  var isForeign: Bool { identity != nil && implementation != 0 && !isControlledMain }
}

extension ThreadState {
  /// The run that takes the jobs this thread enqueues.
  var taskCore: ControlledCore? {
    guard let core = virtual?.core, core.takesJobs else { return nil }
    guard JobLayout.problem == nil else {
      core.noteUnknownLayout()
      return nil
    }
    return core
  }
}
