import Interleaving
import Testing

/// Programs with too many schedules to run them all.
struct PortfolioTests {
  /// Every philosopher must be interrupted at the same point, which chance does not bring about.
  @Test func `a circle of thirty locks is brought about once its order was seen`() throws {
    var options = ExplorationOptions(
      .portfolio(50, seed: 1), schedulesBehindFailure: 0, shrinks: false)
    let found = try explore("thirty", options: options, Programs.philosophers(30))
    #expect(found[.deadlock] == 1)
    #expect(found.schedules <= 3)
    #expect(found.deadlocks.first?.members.count == 30)
    options.method = .sampled(50, seed: 1)
    #expect(try explore("thirty", options: options, Programs.philosophers(30))[.deadlock] == 0)
  }

  @Test(arguments: [4, 5, 30]) func `a circle of so many locks is warned of`(_ count: Int) {
    let explored = try? explore(
      "philosophers", options: ExplorationOptions(.sampled(1, seed: 1)),
      Programs.philosophers(count))
    #expect(explored?.lockOrderWarnings.map(\.edges.count) == [count])
  }

  @Test func `what is small enough is run as a whole, and that is claimed`() throws {
    let options = ExplorationOptions(.portfolio(100_000, seed: 1), shrinks: false)
    let result = try explore("small", options: options, Programs.lostUpdate(times: 1))
    #expect(result.coverage == .exhaustive)
    #expect(result[.outcome("wrong")] > 0)
  }

  @Test func `the same seed chooses the same orders, and says what it claims`() throws {
    func explored(_ seed: UInt64) throws -> Exploration {
      try explore(
        "large", options: ExplorationOptions(.portfolio(100, seed: seed), shrinks: false),
        Programs.lostUpdate(threads: 3, times: 2))
    }
    let (one, other) = (try explored(1), try explored(1))
    #expect(one.description == other.description)
    guard case .portfolio(100, seed: 1, let distinct) = one.coverage else {
      Issue.record("\(one.coverage)")
      return
    }
    #expect(distinct > 50 && distinct <= 100)
    #expect(!one.coverage.isComplete)
  }

  @Test func `partial-order sampling comes upon what needs one order of many`() throws {
    let options = ExplorationOptions(
      .sampled(500, seed: 1, .partialOrder), schedulesBehindFailure: 0, shrinks: false)
    let result = try explore("reorder", options: options) { runtime in
      let (a, b) = (runtime.cell("a", 0), runtime.cell("b", 0))
      for number in 1...19 {
        runtime.thread("setter \(number)") {
          a.write(1)
          b.write(1)
        }
      }
      runtime.thread("checker") { if a.read() != b.read() { runtime.fail("half set") } }
    }
    #expect(result.failingSchedules == 1)
  }

  /// Which number a thread has depends on who comes first.
  @Test func `orders that were seen under other numbers of threads count once`() throws {
    let program: Program = { runtime in
      let x = runtime.cell("x", 0)
      for name in ["A", "B"] {
        runtime.thread(name) {
          _ = x.read()
          runtime.thread("\(name) 2") { x.write(x.read() + 1) }
        }
      }
    }
    let all = try explore("threads", options: ExplorationOptions(shrinks: false), program)
    let options = ExplorationOptions(.sampled(3_000, seed: 1), shrinks: false)
    let sampled = try explore("threads", options: options, program)
    guard case .sampled(_, _, let distinct) = sampled.coverage else { return }
    #expect(distinct == all.schedules)
  }
}
