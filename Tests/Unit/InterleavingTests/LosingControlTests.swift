import Dispatch
import Foundation
import Interleaving
import Testing

/// What no scheduler of a run can order: the run ends where it is met, and says so, each time in the
/// same words.
struct LosingControlTests {
  private func told(_ program: @escaping Program) throws -> [String] {
    var told: Set<[String]> = []
    for _ in 1...20 {
      let result = try explore("uncontrolled", program)
      #expect(result.coverage == .partial(.lostControl))
      #expect(!result.coverage.isComplete)
      #expect(result.outcomes.map(\.name) == ["out of control"])
      told.insert(
        [result.summary] + result.failures.flatMap(\.failures).map(\.description))
    }
    #expect(told.count == 1)
    return told.first ?? []
  }

  @Test func `a callback of a real queue that resumes a task`() throws {
    let told = try told { runtime in
      let before = runtime.cell("before", 0)
      runtime.task("reader") {
        before.write(1)
        await withCheckedContinuation { waiting in
          DispatchQueue.global().async { waiting.resume() }
        }
        runtime.outcome("resumed")
      }
    }
    let (summary, failure) = (told.first ?? "", told.last ?? "")
    #expect(summary.hasPrefix("stopped at schedule 1, which left the scheduler's hands"))
    #expect(failure.hasPrefix("reader hands work to a real dispatch queue, after it was at"))
    #expect(told.last?.contains("after it was at LosingControlTests.swift:") == true)
  }

  enum Way: CaseIterable {
    case global, main, after, barrier, group, concurrentPerform, operation
    case thread, detachedThread, rawThread, timer, cancelledTimer, file

    func handOver() {
      switch self {
      case .global: DispatchQueue.global().async {}
      case .main: DispatchQueue.main.async {}
      case .after: DispatchQueue.global().asyncAfter(deadline: .now()) {}
      case .barrier: DispatchQueue(label: "own").async(flags: .barrier) {}
      case .group: DispatchQueue.global().async(group: DispatchGroup()) {}
      case .concurrentPerform: DispatchQueue.concurrentPerform(iterations: 2) { _ in }
      case .operation: OperationQueue().addOperation {}
      case .thread: Thread {}.start()
      case .detachedThread: Thread.detachNewThread {}
      case .rawThread:
        var thread = pthread_t()
        pthread_create(&thread, nil, { _ in nil }, nil)
        pthread_detach(thread)
      case .timer: DispatchSource.makeTimerSource().activate()
      case .cancelledTimer:
        let timer = DispatchSource.makeTimerSource()
        timer.setCancelHandler {}
        timer.activate()
        timer.cancel()
      case .file:
        let pipe = Pipe()
        pipe.fileHandleForReading.readabilityHandler = { _ in }
        pipe.fileHandleForReading.readabilityHandler = nil
      }
    }
  }

  @Test(arguments: Way.allCases)
  func `work that is handed over and forgotten`(_ way: Way) throws {
    let told = try told { runtime in runtime.thread("T") { way.handOver() } }
    #expect(told.last?.hasPrefix("T hands work to ") == true)
    #expect(told.last?.contains("LosingControlTests.swift:") == true)
  }

  /// A thread that is started beside the run, by the test itself, is none of it.
  @Test func `a thread that other code starts meanwhile is no hand-over`() throws {
    let done = DispatchSemaphore(value: 0)
    let result = try explore("beside") { runtime in
      let cell = runtime.cell("x", 0)
      for name in ["A", "B"] { runtime.thread(name) { cell.write(1) } }
    }
    Thread.detachNewThread { done.signal() }
    done.wait()
    #expect(result.coverage == .exhaustive && result.schedules == 2)
  }

  @Test func `an actor with an executor of its own`() throws {
    let told = try told { runtime in
      let own = OwnActor()
      runtime.task("caller") { await own.work() }
    }
    #expect(told.last?.hasPrefix("caller hands work to a real dispatch queue") == true)
  }

  @Test func `an actor whose executor keeps its jobs to itself`() throws {
    let told = try told { runtime in
      let own = SilentActor()
      let cell = runtime.cell("cell", 0)
      runtime.task("caller") { await own.work() }
      cell.write(1)
    }
    #expect(told.last?.contains("the executor of its own that caller goes to") == true)
  }

  @Test func `a cell of the live runtime`() throws {
    let cell = Runtime.live.cell("score", 0)
    let told = try told { runtime in runtime.thread("T") { cell.write(1) } }
    #expect(told.last?.contains("cell score of the live runtime, made at LosingControl") == true)
    #expect(told.last?.contains("is used at LosingControlTests.swift") == true)
  }

  @Test func `a task and a sleep of the live runtime`() throws {
    let task = try told { runtime in
      runtime.task("K") { Runtime.live.task("stray") {} }
    }
    #expect(task.last?.contains("task stray of the live runtime") == true)
    let sleep = try told { runtime in
      runtime.thread("T") { Runtime.live.sleep(for: .microseconds(1)) }
    }
    #expect(sleep.last?.contains("of the live runtime") == true)
  }

  @Test func `a cell of an earlier run of the same exploration`() throws {
    final class Kept: @unchecked Sendable {
      // @unchecked Sendable because one thread of a controlled run is awake at a time.
      var cell: Cell<Int>?
    }
    let kept = Kept()
    let result = try explore("kept") { runtime in
      kept.cell = kept.cell ?? runtime.cell("kept", 0)
      kept.cell?.write(1)
    }
    #expect(result.coverage == .partial(.lostControl))
    let told = result.failures.flatMap(\.failures).map(\.description)
    #expect(told.last?.contains("cell kept of another run, made at Losing") == true)
  }

  @Test func `what is left of an earlier exploration`() throws {
    final class Shared: @unchecked Sendable {
      // @unchecked Sendable because it is written before the threads begin that read it.
      var queue: SerialQueue?
      var lock: Lock?
    }
    let shared = Shared()
    _ = runOnce("first") { runtime in
      shared.queue = runtime.queue("import")
      shared.lock = runtime.lock("gate")
    }
    let queue = try told { _ in shared.queue?.async {} }
    #expect(queue.last?.contains("queue import of another run, made at Losing") == true)
    let lock = try told { _ in shared.lock?.withLock {} }
    #expect(lock.last?.contains("lock gate of another run, made at Losing") == true)
  }
}

// An optimising compiler saves the way to an actor where nothing is done there.

private actor OwnActor {
  private nonisolated let executor = QueueExecutor()
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }
  private var visits = 0
  @inline(never) func work() { visits += 1 }
}

private final class QueueExecutor: SerialExecutor {
  private let queue = DispatchQueue(label: "own")
  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }
}

private final class Drawer: SerialExecutor, @unchecked Sendable {
  // @unchecked Sendable because one thread of a controlled run is awake at a time.
  var jobs: [UnownedJob] = []
  func enqueue(_ job: consuming ExecutorJob) { jobs.append(UnownedJob(job)) }
}

private actor SilentActor {
  private nonisolated let drawer = Drawer()
  nonisolated var unownedExecutor: UnownedSerialExecutor { drawer.asUnownedSerialExecutor() }
  private var visits = 0
  @inline(never) func work() { visits += 1 }
}
