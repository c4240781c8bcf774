import Foundation
import LongTests
import Synchronization
import Testing

@testable import Interleaving

/// Blocking and looping outside the runtime: noticed, named, and survived.
@Suite(.serialized) struct WatchdogTests {
  private func stuck(_ program: @escaping Program) throws -> StuckThread {
    let result = try explore("stuck", program)
    #expect(result[.stuck] == 1)
    #expect(result.coverage == .partial(.unfinishedRun))
    // The process lives, and so does the next exploration.
    #expect(try explore("ABBA", Programs.abba).schedules == 3)
    guard case .stuck(let thread) = result.failures.first?.failures.first else {
      throw RunAbandoned()
    }
    return thread
  }

  @Test func `a real lock held at a scheduling point`() throws {
    let thread = try stuck { runtime in
      let lock = NSLock()
      let x = runtime.cell("x", 0)
      for name in ["T1", "T2"] {
        runtime.thread(name) {
          x.write(0)
          lock.lock()
          x.write(1)
          lock.unlock()
        }
      }
      // T1 goes first and is made to stop while it holds the lock.
      x.write(2)
      runtime.thread("T3") { lock.withLock { runtime.semaphore("never").wait() } }
    }
    #expect(thread.cause == .blocked(in: "a real lock, semaphore or queue (futex)"))
    #expect(thread.thread.hasPrefix("T"))
    #expect(thread.after == "writes x")
  }

  @Test func `a dispatch queue that waits for a controlled thread`() throws {
    let thread = try stuck { runtime in
      let gate = DispatchSemaphore(value: 0)
      let queue = DispatchQueue(label: "real")
      runtime.thread("blocked") { queue.sync { gate.wait() } }
    }
    #expect(thread.thread == "blocked")
    #expect(thread.after == "began")
  }

  @Test func `a real sleep`() throws {
    // Longer than the watchdog may have to wait for a processor itself.
    let thread = try stuck { _ in Thread.sleep(forTimeInterval: 3600) }
    #expect(thread.cause == .blocked(in: "a real sleep"))
    #expect(thread.thread == "main")
  }

  /// Another process may be at the other end.
  @Test(.long) func `a pipe without a writer`() throws {
    var ends: [Int32] = [0, 0]
    #expect(pipe(&ends) == 0)
    let (reading, writing) = (ends[0], ends[1])
    let thread = try stuck { _ in
      var byte: UInt8 = 0
      read(reading, &byte, 1)
    }
    #expect(thread.cause == .blocked(in: "a read"))
    close(writing)
  }

  @Test func `a loop that reaches no scheduling point`() throws {
    let stop = Atomic(false)
    let thread = try stuck { runtime in
      while !stop.load(ordering: .relaxed) {}
    }
    stop.store(true, ordering: .relaxed)
    #expect(thread.cause == .looping)
    #expect(thread.thread == "main")
  }

  /// Looks at a thread, which has computed so many milliseconds.
  private struct Looks {
    private var suspect = Watchdog.Suspect(run: 1, beats: 1, computed: .zero)

    mutating func callAsFunction(
      asleep isAsleep: Bool = true, computed: Int = 0, alone isAlone: Bool = true
    ) -> Watchdog.Suspect.Verdict {
      suspect.judge(
        isAsleep: isAsleep, computed: .milliseconds(computed), of: .milliseconds(150),
        isAlone: isAlone)
    }
  }

  @Test func `a sleeper that no thread can wake is blocked`() {
    var look = Looks()
    #expect((1...4).map { _ in look() } == [.unclear, .unclear, .unclear, .blocked])
  }

  /// They may be about to wake it, or have the lock that it waits for.
  @Test func `who sleeps is not blocked as long as others may not have had their turn`() {
    var look = Looks()
    #expect((1...190).allSatisfy { _ in look(alone: false) == .unclear })
    #expect((1...4).map { _ in look() } == [.unclear, .unclear, .unclear, .blocked])
  }

  @Test func `who still sleeps when all others have had their turn is blocked`() {
    var look = Looks()
    #expect((1...199).allSatisfy { _ in look(alone: false) == .unclear })
    #expect(look(alone: false) == .blocked)
  }

  /// As a writer does who fills a pipe faster than it is read.
  @Test func `who computes between its sleeps is not blocked, and is when it does so no more`() {
    var look = Looks()
    #expect((1...20).allSatisfy { look(computed: $0) == .unclear })
    #expect((1...4).map { _ in look(computed: 20) } == [.unclear, .unclear, .unclear, .blocked])
  }

  @Test func `who was billed for a stolen processor is not looping`() {
    var look = Looks()
    let billed = [0, 1000, 1000, 2000, 2000].map { look(asleep: false, computed: $0) }
    #expect(billed == Array(repeating: .unclear, count: 5))
    let computes = [2020, 2040, 2060].map { look(asleep: false, computed: $0) }
    #expect(computes == [.unclear, .unclear, .looping])
  }

  @Test(.timeLimit(.minutes(10)))
  func `a thread that computes is able to run, and what it has computed is known`() throws {
    let id = Atomic<Int32>(0)
    let stop = Atomic(false)
    defer { stop.store(true, ordering: .relaxed) }
    Thread.detachNewThread {
      id.store(KernelThread.current, ordering: .relaxed)
      while !stop.load(ordering: .relaxed) {}
    }
    /// What it is seen to have computed, once that is more than it was.
    func seen(above least: Duration) throws -> Duration {
      while true {
        try Task.checkCancellation()
        let state = KernelThread(id.load(ordering: .relaxed))
        guard let state, state.computed > least else { continue }
        #expect(KernelThread.isAbleToRun(state.id))
        #expect(!state.isAsleep)
        return state.computed
      }
    }
    #expect(try seen(above: seen(above: .zero)) > .zero)
    #expect(KernelThread.isAnotherAbleToRun)
  }

  @Test func `the watchdog is set to report within 250 ms`() {
    #expect(Watchdog.longestSilence() <= .milliseconds(250))
  }

  /// In a process of its own, where no other test is able to run. The watchdog may look late all the
  /// same, so the best of a few attempts counts.
  @Test func `a program that blocks is reported within 250 ms`() async {
    await #expect(processExitsWith: .success) {
      var time = Duration.seconds(60)
      for _ in 1...20 where time > .milliseconds(250) {
        let began = ContinuousClock.now
        let result = try explore("blocks") { _ in DispatchSemaphore(value: 0).wait() }
        precondition(result[.stuck] == 1)
        time = ContinuousClock.now - began
      }
      precondition(time <= .milliseconds(250), "\(time)")
    }
  }

  /// On a busy machine a loop gets its turn less often, so what it computed counts and not what the
  /// clock on the wall says. Here, too, the watchdog may look late, and the best of a few attempts counts.
  @Test func `a program that loops is stopped within 250 ms of computing`() throws {
    var least = Duration.seconds(60)
    for _ in 1...3 where least > .milliseconds(250) {
      let computed = Mutex(Duration.zero)
      let ended = DispatchSemaphore(value: 0)
      let result = try explore("loops") { runtime in
        let began = Self.computedByThisThread
        while !runtime.isUnwinding {}
        computed.withLock { $0 = Self.computedByThisThread - began }
        ended.signal()
      }
      #expect(result[.stuck] == 1)
      // No thread waits for one that was given up, and its turn comes last.
      #expect(ended.wait(timeout: .now() + 600) == .success)
      least = min(least, computed.withLock { $0 })
    }
    #expect(least <= .milliseconds(250))
  }

  private static var computedByThisThread: Duration {
    var now = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now)
    return .seconds(now.tv_sec) + .nanoseconds(now.tv_nsec)
  }
}
