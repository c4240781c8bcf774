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
    let global: EnqueueHook = { job, original in
      guard let core = ThreadState.existing?.taskCore else {
        TaskTable.noteForeign(job)
        return original(job)
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
      guard let thread = ThreadState.existing?.virtual, thread.id == 0,
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

  /// What is left until a deadline of a real clock, in whole milliseconds: the time that went by
  /// since the program computed it is not the program's.
  private static func remaining(_ seconds: Int64, _ nanoseconds: Int64, on clock: Int32) -> Int64 {
    var now = timespec()
    clock_gettime(clock == 1 ? CLOCK_BOOTTIME : CLOCK_MONOTONIC, &now)
    let left =
      (seconds - Int64(now.tv_sec)) * 1_000_000_000 + nanoseconds - Int64(now.tv_nsec)
    return max(0, (left + 999_999) / 1_000_000 * 1_000_000)
  }
}

extension UnownedSerialExecutor {
  fileprivate var isControlledMain: Bool {
    let main = ControlledMainExecutor.shared.asUnownedSerialExecutor()
    return unsafeBitCast(self, to: (UInt, UInt).self).0
      == unsafeBitCast(main, to: (UInt, UInt).self).0
  }
}

extension ThreadState {
  /// The run that takes the jobs this thread enqueues.
  var taskCore: ControlledCore? {
    guard let core = virtual?.core, core.takesJobs else { return nil }
    return core
  }
}

/// Where tasks of controlled runs want their jobs. Preferring it, a task never goes on inline
/// when it comes to an actor that is free, so that every hop is an order that can be explored.
final class ControlledExecutor: TaskExecutor {
  static let shared = ControlledExecutor()

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    guard let core = ThreadState.existing?.taskCore else {
      TaskTable.noteForeign(job)
      DispatchQueue.global().async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
      return
    }
    core.arrive(job, .anywhere, isPreferred: true)
  }
}

/// Runs what is isolated to the main actor on the controlled main thread.
final class ControlledMainExecutor: SerialExecutor {
  static let shared = ControlledMainExecutor()

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    guard let core = ThreadState.existing?.taskCore else {
      return TaskTable.noteForeign(job)
    }
    core.arrive(job, .main)
  }
}
