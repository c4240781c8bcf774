import Foundation
import Interleaving
import Testing

/// Programs that do what they must not: each a clear report, never a hang or a crash.
struct BadProgramTests {
  @Test func `a budget of nothing is refused`() {
    for options in [
      ExplorationOptions(schedules: 0), ExplorationOptions(points: 0),
      ExplorationOptions(.sampled(0, seed: 1)), ExplorationOptions(.bounded(preemptions: -1)),
      ExplorationOptions(points: 1_000_000),
    ] {
      #expect(throws: ExplorationError.self) { try explore("nothing", options: options) { _ in } }
    }
  }

  @Test func `a thread that throws fails the run and says what and who`() throws {
    struct Broken: Error {}
    let result = try explore("throws") { runtime in
      runtime.thread("T") { throw Broken() }
      throw Broken()
    }
    let failures = try #require(result.failures.first).failures.map(\.description)
    #expect(failures.count == 2)
    #expect(failures[0] == "main threw Broken()")
    #expect(failures[1].hasPrefix("T threw Broken() (started at BadProgramTests.swift:"))
  }

  @Test func `a program that never ends is cut off, and the one who goes round is named`() throws {
    var options = ExplorationOptions(points: 500)
    options.stuckThreads = .letGo
    let result = try explore("spin", options: options) { runtime in
      let flag = runtime.cell("flag", false)
      runtime.thread("spinner") { while !runtime.isUnwinding, !flag.read() {} }
    }
    #expect(result.cutRuns == 1)
    #expect(result.coverage == .partial(.unfinishedRun))
    #expect(
      result.failures.first?.failures == [
        .neverEnding(points: 1_000, spinning: "spinner", doing: "reads flag")
      ])
    #expect(result.parkedThreads == 0)
  }

  @Test func `a thread that goes on for ever even while it is let out is parked and counted`()
    throws
  {
    var options = ExplorationOptions(points: 50, shrinks: false)
    options.stuckThreads = .letGo
    let result = try explore("stubborn", options: options) { runtime in
      let flag = runtime.cell("flag", false)
      runtime.thread("stubborn") { while !flag.read() {} }
    }
    #expect(result[.livelock] == 1)
    // Once in each of the first two runs, once in the exploration, once for the report.
    #expect(result.parkedThreads == 4)
    #expect(try explore("ABBA", Programs.abba).schedules == 3)
  }

  @Test func `2,000 threads are too many, and it says so and blames none of them`() throws {
    let program: Program = { runtime in
      for number in 1...2_000 { runtime.thread("T\(number)") {} }
    }
    let result = try explore("crowd", program)
    #expect(result.outcomes.map(\.ending) == [.cut])
    #expect(result.failingSchedules == 0)
    #expect(result.coverage == .partial(.unfinishedRun))
    let failure = try #require(runOnce("crowd", program).failures.first)
    guard case .tooManyThreads(limit: 1_024, _) = failure else {
      Issue.record("unexpected failure \(failure)")
      return
    }
  }

  /// Two chains of blocks that are in each other's way at every step: what could have come the other
  /// way round is worth no minute of counting where the exploration is over.
  @Test func `a run cut off after 10,000 points is told as that`() throws {
    let result = try explore("chains", options: ExplorationOptions(shrinks: false)) { runtime in
      let queues = [runtime.queue("A"), runtime.queue("B")]
      let count = runtime.cell("count", 0)
      func goOn(_ number: Int) {
        count.write(count.read() + 1)
        queues[1 - number].async { goOn(1 - number) }
      }
      for number in 0...1 { queues[number].async { goOn(number) } }
    }
    #expect(result.coverage == .partial(.unfinishedRun))
    #expect(result.outcomes.map(\.ending) == [.livelock])
  }

  /// What the scheduler computes of a long run is not billed to the program.
  @Test func `a long run makes no thread look like a loop`() throws {
    var options = ExplorationOptions(schedules: 2, shrinks: false)
    options.longestComputation = .milliseconds(20)
    let result = try explore("long", options: options) { runtime in
      let queues = [runtime.queue("A"), runtime.queue("B")]
      let count = runtime.cell("count", 0)
      func goOn(_ number: Int, _ left: Int) {
        count.write(count.read() + 1)
        if left > 0 { queues[1 - number].async { goOn(1 - number, left - 1) } }
      }
      for number in 0...1 { queues[number].async { goOn(number, 150) } }
    }
    #expect(result.outcomes.map(\.ending) == [.finished])
  }

  @Test func `what differs from run to run is found before anything is counted`() throws {
    var runs = 0
    let error = #expect(throws: ExplorationError.self) {
      try explore("dice") { runtime in
        runs += 1
        let (x, y) = (runtime.cell("x", 0), runtime.cell("y", 0))
        if runs == 1 { x.write(1) } else { y.write(1) }
      }
    }
    #expect(
      error
        == .nondeterministic(step: 1, first: "main writes x", second: "main writes y"))
  }

  @Test func `swallowing the end of a run does not keep it going`() throws {
    var options = ExplorationOptions()
    options.stuckThreads = .letGo
    let result = try explore("swallow", options: options) { runtime in
      let lock = runtime.lock("L")
      for _ in 1...3 {
        do {
          try runtime.checkpoint()
          lock.lock()
        } catch {}
      }
    }
    #expect(result[.deadlock] == 1)
    #expect(result.parkedThreads == 0)
  }

  @Test func `giving back a lock that another thread holds is a failure`() throws {
    let result = try explore("thief") { runtime in
      let lock = runtime.lock("L")
      lock.lock()
      runtime.thread("thief") { lock.unlock() }.join()
    }
    let failures = try #require(result.failures.first).failures
    #expect(
      failures.first?.description.hasPrefix("thief unlocks L, which it does not hold") == true)
  }

  /// It was there before the run, and is only asked to do something.
  @Test func `a thread that the runtime did not start is named`() throws {
    final class Work: @unchecked Sendable {
      // @unchecked Sendable because the semaphores order every use.
      let (asked, done) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
      var cell: Cell<Int>?
    }
    let work = Work()
    Thread.detachNewThread {
      while true {
        work.asked.wait()
        guard let cell = work.cell else { return }
        cell.write(1)
        work.done.signal()
      }
    }
    let result = try explore("stranger") { runtime in
      work.cell = runtime.cell("x", 0)
      work.asked.signal()
      work.done.wait()
    }
    work.cell = nil
    work.asked.signal()
    let failure = try #require(result.failures.first?.failures.first)
    #expect(failure.description.contains("a thread that the run does not control accesses x"))
  }

  /// ```
  /// T1        T2
  /// writes x
  ///           reads x: fails if it is set; the outcome is "over" either way
  /// ```
  @Test func `the example of an outcome is a schedule that fails, if one does`() throws {
    let result = try explore("mixed") { runtime in
      let x = runtime.cell("x", 0)
      runtime.thread("T1") { x.write(1) }
      runtime.thread("T2") { if x.read() == 1 { runtime.fail("x is set") } }
      runtime.outcome("over")
    }
    #expect(result.outcomes.map(\.name) == ["over"])
    #expect(result.failures.flatMap(\.failures).count == 1)
    #expect(result.simplestFailure?.isFailure == true)
  }

  @Test func `touching a cell inside of its own modify is told as that`() throws {
    let touches: [(Cell<Int>) -> Void] = [
      { _ = $0.read() }, { $0.write(7) }, { $0.modify { $0 += 1 } },
    ]
    for touch in touches {
      let result = try explore("inside") { runtime in
        let x = runtime.cell("x", 1)
        x.modify {
          $0 += 1
          touch(x)
        }
        runtime.outcome("\(x.read())")
      }
      #expect(result["2"] == 1)
      #expect(result.failingSchedules == 1)
      #expect("\(result.failures[0].failures)".contains("main touches x inside of `modify`"))
    }
  }
}
