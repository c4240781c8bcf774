import Foundation
import Interleaving
import Synchronization
import Testing

/// Past a limit of parked threads a search goes on in child processes, and comes to the same.
///
/// Each test has a process of its own: a child gets nothing that another thread holds when it is made, and
/// here many tests run side by side.
struct ChildSearchTests {
  /// In a third of the orders both have one lock and wait for the other, and 22 threads are parked.
  ///
  ///     A                    B                       watchers
  ///     turn (three times)   turn (three times)      wait for the end
  ///     takes first          takes second
  ///     takes second         takes first
  private static let program: @Sendable (Runtime) throws -> Void = { runtime in
    let (first, second) = (runtime.lock("first"), runtime.lock("second"))
    let turn = runtime.cell("turn", 0)
    let done = runtime.semaphore("done")
    let ends = (1...20).map { runtime.semaphore("end \($0)") }
    for (name, locks) in [("A", [first, second]), ("B", [second, first])] {
      runtime.thread(name) {
        for _ in 1...3 { turn.modify { $0 += 1 } }
        locks[0].withLock { locks[1].withLock { runtime.outcome("last: \(name)") } }
        done.signal()
      }
    }
    for end in ends { runtime.thread("watcher") { end.wait() } }
    for _ in 1...2 { done.wait() }
    for end in ends { end.signal() }
  }

  private static func options(
    _ method: ExplorationOptions.Method = .exhaustive, inOne: Bool = false
  ) -> ExplorationOptions {
    var options = ExplorationOptions(method, shrinks: false)
    options.mostParked = 100
    if inOne { options.stuckThreads = .letGo }
    return options
  }

  /// How the same goes in one process.
  private static func explorationInOne(
    _ method: ExplorationOptions.Method = .exhaustive
  ) throws -> Exploration {
    try explore("ABBA", options: options(method, inOne: true), program)
  }

  private static func expectSame(
    _ one: Exploration, _ other: Exploration, location: SourceLocation = #_sourceLocation
  ) {
    #expect(one.summary == other.summary, sourceLocation: location)
    #expect(one.coverage == other.coverage, sourceLocation: location)
    #expect(
      one.outcomes.map(\.example) == other.outcomes.map(\.example), sourceLocation: location)
    #expect(
      one.outcomes.map(\.failing) == other.outcomes.map(\.failing), sourceLocation: location)
    #expect(one.lockOrderWarnings == other.lockOrderWarnings, sourceLocation: location)
  }

  @Test func `all orders are run, however many threads they leave waiting`() async {
    await #expect(processExitsWith: .success) {
      let whole = try Self.explorationInOne()
      #expect(whole.coverage == .exhaustive)
      #expect(whole.schedules == 60 && whole[.deadlock] == 20 && whole.parkedThreads == 0)
      let result = try explore("ABBA", options: Self.options(), Self.program)
      Self.expectSame(result, whole)
      #expect(result.redundantRuns == whole.redundantRuns)
      // A child that is full hands over to the next.
      #expect(whole[.deadlock] * 22 > 4 * Self.options().mostParked)
      #expect((101...300).contains(result.parkedThreads))
      let divided = try explore("ABBA", options: Self.options(), jobs: 2, Self.program)
      Self.expectSame(divided, whole)
    }
  }

  @Test func `samples are the same`() async {
    await #expect(processExitsWith: .success) {
      for sampling in [ExplorationOptions.Sampling.uniform, .partialOrder, .pct(depth: 3)] {
        let method = ExplorationOptions.Method.sampled(80, seed: 7, sampling)
        Self.expectSame(
          try explore("ABBA", options: Self.options(method), Self.program),
          try Self.explorationInOne(method))
      }
    }
  }

  @Test func `the caller is asked after each schedule, and can stop the search`() async {
    await #expect(processExitsWith: .success) {
      let counts = Mutex<[Int]>([])
      var options = Self.options()
      options.onSchedule = { count in
        counts.withLock { $0.append(count) }
        return count < 50
      }
      let result = try explore("ABBA", options: options, Self.program)
      #expect(result.coverage == .partial(.stopped))
      #expect(result.schedules == 50 && counts.withLock { $0 } == Array(1...50))
    }
  }

  @Test func `a budget, and a limit behind a failure, hold for all together`() async {
    await #expect(processExitsWith: .success) {
      var short = Self.options()
      short.schedules = 55
      let cut = try explore("ABBA", options: short, Self.program)
      #expect(cut.schedules == 55 && cut.coverage == .partial(.budget(schedules: 55)))
      var limited = Self.options()
      limited.schedulesBehindFailure = 40
      let behind = try explore("ABBA", options: limited, Self.program)
      limited.stuckThreads = .letGo
      Self.expectSame(behind, try explore("ABBA", options: limited, Self.program))
      #expect(behind.coverage == .partial(.behindFailure(40)))
    }
  }

  @Test func `a trap in a child is told, and ends the process`() async throws {
    let result = try await #require(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      let parent = getpid()
      _ = try explore("ABBA", options: Self.options()) { runtime in
        try Self.program(runtime)
        if getpid() != parent { fatalError("in the child") }
      }
    }
    let told = String(decoding: result.standardErrorContent, as: UTF8.self)
    #expect(told.contains("in the child"))
  }

  @Test func `what the program prints is printed once`() async throws {
    let result = try await #require(
      processExitsWith: .success, observing: [\.standardOutputContent]
    ) {
      _ = try explore("ABBA", options: Self.options()) { runtime in
        print("run")
        try Self.program(runtime)
      }
      print("end")
    }
    let lines = String(decoding: result.standardOutputContent, as: UTF8.self)
      .split(separator: "\n")
    // Two of the rehearsal; what is new, and the example of each ending, is run once more.
    #expect(lines.count { $0 == "run" } < 120 && lines.count { $0 == "end" } == 1)
  }
}
