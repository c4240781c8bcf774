import Foundation
import Interleaving
import Synchronization
import Testing

/// Bounded and sampled exploration, and the words that go with each method.
struct MethodTests {
  static let forbidding = ExplorationOptions(forbidden: ["wrong"])

  @Test(arguments: [(0, 2), (2, 62)])
  func `a bound runs every schedule with so many preemptions`(_ bound: Int, _ count: Int) throws {
    let options = ExplorationOptions(.bounded(preemptions: bound))
    let result = try explore("bounded", options: options, Programs.lostUpdate(times: 3))
    #expect(result.schedules == count)
    #expect(result.coverage == .bounded(preemptions: bound))
    #expect(result.summary.hasPrefix("all schedules with at most \(bound) preemptions (\(count))"))
  }

  @Test(arguments: [ExplorationOptions.Sampling.uniform, .pct(depth: 3)])
  func `sampling is repeatable and says how much it saw`(
    _ sampling: ExplorationOptions.Sampling
  ) throws {
    let options = ExplorationOptions(.sampled(300, seed: 7, sampling))
    let program = Programs.lostUpdate(times: 3)
    let one = try explore("sampled", options: options, program)
    let two = try explore("sampled", options: options, program)
    #expect(one.schedules == 300)
    #expect(one.description == two.description)
    guard case .sampled(300, seed: 7, let distinct) = one.coverage else {
      Issue.record("unexpected coverage \(one.coverage)")
      return
    }
    #expect((20...328).contains(distinct))
    #expect(one.summary.hasPrefix("300 sampled with seed 7, \(distinct) distinct; "))
  }

  @Test func `uniform sampling comes near the share of interleavings`() throws {
    let options = ExplorationOptions(.sampled(1000, seed: 1))
    let result = try explore("share", options: options, Programs.lostUpdate(times: 1))
    // 4 of 6 interleavings are wrong; drawing threads with equal chances gives half.
    #expect((600...730).contains(result["wrong"]))
  }

  @Test func `exhaustive says that these are all`() throws {
    let result = try explore(
      "words", options: Self.forbidding, Programs.lostUpdate(times: 1))
    #expect(
      result.summary
        == "4 distinct schedules, all there are over all operations of the runtime; 2 of 4 fail")
    let fix = try explore("words", options: Self.forbidding, Programs.mutex(times: 1))
    #expect(
      fix.summary
        == "2 distinct schedules, all there are over all operations of the runtime; all pass")
  }

  @Test func `a budget that runs out is no proof`() throws {
    let options = ExplorationOptions(schedules: 10)
    let result = try explore("budget", options: options, Programs.mutex(times: 3))
    #expect(result.coverage == .partial(.budget(schedules: 10)))
    #expect(!result.coverage.isComplete)
    #expect(
      result.summary == "stopped after the budget of 10 schedules; there are more; "
        + "all of these pass")
  }

  @Test func `more samples than the budget allows are refused`() {
    let options = ExplorationOptions(.sampled(5000, seed: 1), schedules: 100)
    #expect(throws: ExplorationError.moreSamplesThanBudget(samples: 5000, schedules: 100)) {
      try explore("samples", options: options, Programs.mutex(times: 1))
    }
  }

  @Test func `a part keeps to the budget`() throws {
    var options = ExplorationOptions(schedules: 20, shrinks: false)
    options.shard = ExplorationOptions.Shard(4, of: 4)
    let result = try explore("budget", options: options, Programs.lostUpdate(times: 4))
    #expect(result.schedules == 20)
    #expect(result.coverage == .partial(.budget(schedules: 20)))
  }

  @Test func `of an outcome that fails only sometimes only those times count`() throws {
    let result = try explore("sometimes") { runtime in
      let x = runtime.cell("x", 0)
      runtime.thread("T1") { x.write(1) }
      runtime.thread("T2") { if x.read() == 0 { runtime.fail("too early") } }
      runtime.atEnd { runtime.outcome("over") }
    }
    #expect(result["over"] == 2)
    #expect(result.failingSchedules == 1)
    #expect(result.summary.hasSuffix("1 of 2 fail"))
  }

  @Test func `threads that the runtime never chose between are told of`() throws {
    let uncontrolled = try explore("uncontrolled") { runtime in
      nonisolated(unsafe) var total = 0
      for number in 1...2 { runtime.thread("T\(number)") { total += 1 } }
    }
    #expect(uncontrolled.isUncontrolled)
    #expect(uncontrolled.summary.hasPrefix("nothing here was controlled: "))
    let beside = try explore("beside others") { runtime in
      nonisolated(unsafe) var total = 0
      let log = runtime.cell("log", 0)
      for number in 1...2 { runtime.thread("T\(number)") { total += 1 } }
      for number in 3...4 { runtime.thread("T\(number)") { log.write(number) } }
    }
    #expect(!beside.isUncontrolled)
    #expect(beside.summary.hasPrefix("T1 and T2 were not controlled: they ran side by side"))
    let inTurn = try explore("in turn") { runtime in
      runtime.thread("T1") {}.join()
      runtime.thread("T2") {}.join()
    }
    #expect(!inTurn.isUncontrolled)
    let chosen = try explore("chosen", Programs.mutex(times: 1))
    #expect(!chosen.isUncontrolled && chosen.unseenThreads.isEmpty)
  }

  @Test func `it can stop at the first failure`() throws {
    let options = ExplorationOptions(schedulesBehindFailure: 0)
    let result = try explore("first", options: options, Programs.philosophers(3))
    #expect(result.failingSchedules == 1)
    #expect(result.coverage == .partial(.behindFailure(0)))
  }

  @Test func `it can stop some schedules behind the first failure`() throws {
    let all = try explore("all", Programs.philosophers(3))
    let options = ExplorationOptions(schedulesBehindFailure: 2)
    let result = try explore("behind", options: options, Programs.philosophers(3))
    let first = try explore(
      "first", options: ExplorationOptions(schedulesBehindFailure: 0), Programs.philosophers(3))
    #expect(result.schedules == first.schedules + 2 && result.schedules < all.schedules)
    #expect(result.coverage == .partial(.behindFailure(2)))
  }

  /// Nothing tells the runtime of a lock or an atomic that is free when it is asked for.
  @Test func `with a real lock and a real atomic the claim is about the runtime alone`() throws {
    let result = try explore("unseen", options: ExplorationOptions(shrinks: false)) { runtime in
      let seats = Unseen()
      let cell = runtime.cell("x", 0)
      for name in ["A", "B"] {
        runtime.thread(name) {
          if seats.free.withLock({ $0 > 0 }) { seats.free.withLock { $0 -= 1 } }
          seats.asked.add(1, ordering: .relaxed)
          cell.write(1)
        }
      }
      runtime.atEnd {
        runtime.outcome("\(seats.free.withLock { $0 }) of \(seats.asked.load(ordering: .relaxed))")
      }
    }
    // Both threads can have found the seat free; that order is not among those that were run.
    #expect(result.outcomes.map(\.name) == ["0 of 2"])
    #expect(result.summary.contains("all there are over all operations of the runtime"))
  }

  @Test func `the guide says that a real lock is not seen`() throws {
    let guide = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../../Sources/Interleaving/Interleaving.docc/TestingYourOwnClass.md")
    let text = try String(contentsOf: guide, encoding: .utf8)
    let chapters = text.components(separatedBy: "\n## ")
    let seen = try #require(chapters.first { $0.hasPrefix("What is seen, and what is not") })
    #expect(seen.contains("over all operations of the runtime"))
    #expect(seen.contains("A `Mutex` or an `Atomic` of the standard library"))
  }
}

private final class Unseen: Sendable {
  let free = Mutex(1)
  let asked = Atomic(0)
}
