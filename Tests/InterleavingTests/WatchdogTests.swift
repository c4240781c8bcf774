import Foundation
import Interleaving
import Synchronization
import Testing

/// Blocking and looping outside the runtime: noticed, named, and survived.
@Suite(.serialized) struct WatchdogTests {
  private func stuck(_ program: @escaping Program) throws -> StuckThread {
    let started = ContinuousClock.now
    let result = try explore("stuck", program)
    #expect(ContinuousClock.now - started < .seconds(2))
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
    let thread = try stuck { _ in Thread.sleep(forTimeInterval: 0.5) }
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
}
