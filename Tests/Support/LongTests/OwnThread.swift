import Foundation
public import Testing

/// Gives a test a thread of its own, on which it may wait.
///
/// Tests run on as many threads as there are processors. Two that sit on a terminal have both of two,
/// and if what they wait for is a lock that a third test holds, all three stand still:
///
///     test of a terminal       test of a terminal       test that judges
///     ─────────────────────    ─────────────────────    ─────────────────────────
///                                                       takes the lock, awaits
///     has thread 1             has thread 2             goes on when one is free
///     waits for the program,   the same
///     which waits for the lock
public struct OwnThread: TestTrait, SuiteTrait, TestScoping {
  public var isRecursive: Bool { true }

  @concurrent public func provideScope(
    for test: Test, testCase: Test.Case?,
    performing function: @Sendable @concurrent () async throws -> Void
  ) async throws {
    try await withTaskExecutorPreference(Executor(), operation: function)
  }

  private final class Executor: TaskExecutor {
    func enqueue(_ job: consuming ExecutorJob) {
      let job = UnownedJob(job)
      Thread.detachNewThread { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
  }
}

extension Trait where Self == OwnThread {
  /// For a test that blocks while it waits for a program or for another thread.
  public static var blocking: Self { OwnThread() }
}
