import Foundation
import Synchronization
import Testing

@testable import Interleaving

/// Blocking and looping outside the runtime: noticed, named, and survived.
@Suite(.serialized) struct WatchdogTests {
  private func stuck(_ program: @escaping Program) throws -> StuckThread {
    let result = try explore("stuck", program)
    #expect(result["stuck"] == 1)
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
    let thread = try stuck { _ in Thread.sleep(forTimeInterval: 60) }
    #expect(thread.cause == .blocked(in: "a real sleep"))
    #expect(thread.thread == "main")
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

  @Test func `who is asleep is not blocked as long as its waker waits for a processor`() {
    var suspect = Watchdog.Suspect(run: 1, beats: 1, computed: 7)
    func look(giver isGiverAsleep: Bool) -> Watchdog.Suspect.Verdict {
      suspect.judge(isAsleep: true, isGiverAsleep: isGiverAsleep, computed: 7, of: 15)
    }
    #expect((1...100).allSatisfy { _ in look(giver: false) == .unclear })
    #expect((1...4).map { _ in look(giver: true) } == [.asleep, .unclear, .unclear, .blocked])
  }

  /// As somebody does who fills a pipe faster than it is read.
  @Test func `who has computed something and sleeps is not blocked`() {
    var suspect = Watchdog.Suspect(run: 1, beats: 1, computed: 0)
    let verdicts = (1...20).map { _ in
      suspect.judge(isAsleep: true, isGiverAsleep: true, computed: 1, of: 15)
    }
    #expect(verdicts == Array(repeating: .unclear, count: 20))
  }

  @Test func `a thread that waits for a processor all the time may hold what another waits for`() {
    let before = HungryThreads(computed: [1: 10, 2: 20])
    #expect(before.isHungry(among: HungryThreads(computed: [1: 11, 2: 20])))
    #expect(!before.isHungry(among: HungryThreads(computed: [1: 11, 3: 20])))
    #expect(!before.isHungry(among: HungryThreads(computed: [:])))
  }

  @Test(.timeLimit(.minutes(10)))
  func `a thread that computes is among those who want a processor, with what it has computed`()
    throws
  {
    let id = Atomic<Int32>(0)
    let stop = Atomic(false)
    defer { stop.store(true, ordering: .relaxed) }
    Thread.detachNewThread {
      id.store(KernelThread.current, ordering: .relaxed)
      while !stop.load(ordering: .relaxed) {}
    }
    /// What it is seen to have computed, once that is more than it was.
    func seen(above least: Int) throws -> Int {
      while true {
        try Task.checkCancellation()
        let computed = HungryThreads.now.computed[id.load(ordering: .relaxed)] ?? 0
        if computed > least { return computed }
      }
    }
    #expect(try seen(above: seen(above: 0)) > 0)
  }

  @Test func `a sleeper that is looked at anew has as long as before`() {
    var suspect = Watchdog.Suspect(run: 1, beats: 1, computed: 7)
    func look() -> Watchdog.Suspect.Verdict {
      suspect.judge(isAsleep: true, isGiverAsleep: true, computed: 7, of: 15)
    }
    #expect((1...4).map { _ in look() } == [.asleep, .unclear, .unclear, .blocked])
    suspect.beginAgain()
    #expect((1...4).map { _ in look() } == [.asleep, .unclear, .unclear, .blocked])
  }

  @Test func `who was billed for a stolen processor is not looping`() {
    var suspect = Watchdog.Suspect(run: 1, beats: 1, computed: 0)
    func look(_ computed: Int) -> Watchdog.Suspect.Verdict {
      suspect.judge(isAsleep: false, isGiverAsleep: true, computed: computed, of: 15)
    }
    #expect([0, 100, 100, 200, 200].map(look) == Array(repeating: .unclear, count: 5))
    #expect([202, 204, 206].map(look) == [.unclear, .unclear, .looping])
  }

  @Test func `the watchdog is set to report within 250 ms`() {
    #expect(Watchdog.longestSilence() <= .milliseconds(250))
  }

  /// Measured from inside, where a program learns of its end at once, and in a process of its own:
  /// threads of other tests that wait for a processor would have the watchdog look again. On a busy
  /// machine a loop gets its turn less often, so what it computed counts and not what the clock on
  /// the wall says; and the watchdog may look late, so of those who sleep the best of a few attempts
  /// counts.
  @Test func `a program that hangs is stopped within 250 ms`() async {
    await #expect(processExitsWith: .success) {
      for habit in [Habit.blocks, .loops] {
        var best = Duration.seconds(60)
        for _ in 1...20 where best > .milliseconds(250) { best = min(best, try habit.silence()) }
        precondition(best <= .milliseconds(250), "\(habit): \(best)")
      }
    }
  }

  enum Habit {
    case blocks, loops

    /// The time that such a program spends, by the clock that counts for it.
    private var clock: Duration {
      var now = timespec()
      clock_gettime(self == .blocks ? CLOCK_MONOTONIC : CLOCK_THREAD_CPUTIME_ID, &now)
      return .seconds(now.tv_sec) + .nanoseconds(now.tv_nsec)
    }

    func silence() throws -> Duration {
      let noticed = Mutex(Duration.zero)
      let result = try explore("stuck") { runtime in
        let began = clock
        let waitForTheEnd: @Sendable () -> Void = {
          while !runtime.isUnwinding { sched_yield() }
          noticed.withLock { $0 = clock - began }
        }
        guard self == .blocks else { return waitForTheEnd() }
        let gate = DispatchSemaphore(value: 0)
        Thread {
          waitForTheEnd()
          gate.signal()
        }.start()
        gate.wait()
      }
      precondition(result["stuck"] == 1)
      return noticed.withLock { $0 }
    }
  }
}
