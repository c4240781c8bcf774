internal import Dispatch

#if compiler(>=6.3)
  @_spi(ExperimentalScheduling) internal import _Concurrency
#endif

/// Where tasks of controlled runs want their jobs. Preferring it, a task never goes on inline
/// when it comes to an actor that is free, so that every hop is an order that can be explored.
final class ControlledExecutor: TaskExecutor {
  static let shared = ControlledExecutor()

  func enqueue(_ job: consuming ExecutorJob) { take(UnownedJob(job), after: 0) }

  /// A thread of a run gives the job to that run; elsewhere it runs as it would anyway.
  fileprivate func take(_ job: UnownedJob, after delay: Int64) {
    guard let core = ThreadState.existing?.taskCore else {
      guard TaskTable.noteForeign(job) else { return }
      DispatchQueue.global().asyncAfter(deadline: .now() + .nanoseconds(Int(delay))) {
        job.runSynchronously(on: self.asUnownedTaskExecutor())
      }
      return
    }
    core.arrive(job, .anywhere, after: delay, isPreferred: true)
  }
}

/// Runs what is isolated to the main actor on the controlled main thread.
final class ControlledMainExecutor: SerialExecutor {
  static let shared = ControlledMainExecutor()
  static let identity = unsafeBitCast(shared.asUnownedSerialExecutor(), to: (UInt, UInt).self).0

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    guard let core = ThreadState.existing?.taskCore else {
      _ = TaskTable.noteForeign(job)
      return
    }
    core.arrive(job, .main)
  }
}

// From Swift 6.3 on `Task.sleep` asks the executor of its task to wake it up, if that is one that
// can; before, it called a hook.
#if compiler(>=6.3)
  extension ControlledExecutor: SchedulingExecutor {
    func enqueue<C: Clock>(
      _ job: consuming ExecutorJob, after delay: C.Duration, tolerance: C.Duration?, clock: C
    ) {
      take(UnownedJob(job), after: (delay as? Duration)?.nanoseconds ?? 0)
    }

    func enqueue<C: Clock>(
      _ job: consuming ExecutorJob, at instant: C.Instant, tolerance: C.Duration?, clock: C
    ) {
      let left = clock.now.duration(to: instant) as? Duration
      take(UnownedJob(job), after: LanguageRuntime.asAskedFor(left?.nanoseconds ?? 0))
    }
  }
#endif
