import Foundation
import Interleaving
import LongTests
import Testing

/// Programs of many threads, tasks and steps.
struct LimitTests {
  @Test func `200 threads take their turns`() {
    let run = runOnce("threads") { runtime in
      let count = runtime.atomic("count", 0)
      for number in 1...200 { runtime.thread("T\(number)") { count.add(1) } }
      runtime.atEnd { runtime.outcome("\(count.load())") }
    }
    #expect(run.ending == .outcome("200"))
    #expect(run.threads.count == 201)
  }

  @Test func `a group of 500 tasks`() throws {
    let program: Program = { runtime in
      runtime.task("parent") {
        let sum = await withTaskGroup(of: Int.self) { group in
          for number in 1...500 {
            group.addTask {
              await Task.yield()
              return number
            }
          }
          return await group.reduce(0, +)
        }
        runtime.outcome("\(sum)")
      }
    }
    let options = ExplorationOptions(.sampled(3, seed: 1), shrinks: false)
    let result = try explore("group", options: options, program)
    #expect(result.outcomes.map(\.name) == ["125250"])
    #expect(result.failingSchedules == 0)
  }

  /// The last of many threads is raced for like the first, in every order.
  @Test func `orders of the 70th thread are explored`() throws {
    let result = try explore("late") { runtime in
      let x = runtime.cell("x", 0)
      for number in 1...68 { runtime.thread("T\(number)") {}.join() }
      for name in ["A", "B", "C"] { runtime.thread(name) { x.write(x.read() + 1) } }
      runtime.atEnd { runtime.outcome("\(x.value)") }
    }
    let few = try explore("few") { runtime in
      let x = runtime.cell("x", 0)
      for name in ["A", "B", "C"] { runtime.thread(name) { x.write(x.read() + 1) } }
      runtime.atEnd { runtime.outcome("\(x.value)") }
    }
    #expect(result.coverage == .exhaustive && result.schedules == few.schedules)
    for name in ["1", "2", "3"] { #expect(result[.outcome(name)] == few[.outcome(name)]) }
    let code = try #require(result.outcomes.last).example.description
    #expect(throws: Never.self) { try ReplayCode(code) }
  }

  @Test func `a task that goes round without end is cut off and told`() async {
    await #expect(processExitsWith: .success) { try Self.goRound { await Task.yield() } }
  }

  @Test(.long) func `a task that sleeps again and again is cut off, too`() async {
    let words = NSTemporaryDirectory() + "going-round-\(UUID()).txt"
    let isWell = await #expect(processExitsWith: .success) { [words = words as String] in
      dup2(open(words, O_WRONLY | O_CREAT, 0o600), 2)
      try Self.goRound(points: 1_000) { try? await Task.sleep(nanoseconds: 1_000_000_000) }
    }
    if isWell == nil {
      // What the child said tells why it ended.
      Issue.record("\((try? String(contentsOfFile: words, encoding: .utf8)) ?? "")")
    }
    try? FileManager.default.removeItem(atPath: words)
  }

  private static func goRound(
    points: Int = 10_000, _ pause: @escaping @Sendable () async -> Void
  ) throws {
    let options = ExplorationOptions(points: points, shrinks: false)
    let result = try explore("round", options: options) { runtime in
      runtime.task("K") { while !Task.isCancelled { await pause() } }
    }
    #expect(result.outcomes.map(\.ending) == [.livelock], "\(result.summary)")
  }

  /// The loop gives up its lock each time, and would never have to: the other comes when it is fair.
  @Test func `a loop that waits for its turn to be over ends, and is no failure`() throws {
    let options = ExplorationOptions(points: 400, shrinks: false)
    let program: Program = { runtime in
      let (lock, ready) = (runtime.lock("lock"), runtime.cell("ready", false))
      runtime.thread("poller") {
        while !lock.withLock({ ready.read() }) {}
        runtime.outcome("ready")
      }
      runtime.thread("setter") { lock.withLock { ready.write(true) } }
    }
    let result = try explore("polling", options: options, program)
    #expect(result.outcomes.map(\.name) == ["ready"])
    #expect(result.failingSchedules == 0)
    #expect(result.coverage == .partial(.unfinishedRun))
    let code = try #require(result.outcomes.first).example.description
    let again = try replay(code, of: "polling", options: options, program)
    #expect(again.ending == .outcome("ready"))
  }

  /// ```
  /// A                          B
  /// takes left                 takes right
  /// finds right taken          finds left taken
  /// gives left back            gives right back
  /// (and so on)
  /// ```
  @Test func `two that give way to each other for ever are told as that`() throws {
    let options = ExplorationOptions(
      .sampled(200, seed: 1), points: 300, schedulesBehindFailure: 0, shrinks: false)
    let result = try explore("polite", options: options) { runtime in
      let stop = runtime.cell("stop", 0)
      for name in ["A", "B"] {
        runtime.thread(name) { while stop.read() < 1_000_000 { stop.write(0) } }
      }
    }
    #expect(result.outcomes.map(\.ending) == [.livelock])
    #expect(result.failingSchedules == 1)
    #expect("\(result.failures[0].failures)".contains("every thread had its turn"))
  }
}
