import Interleaving
import Testing

/// `Task.sleep` in a controlled program costs virtual time and nothing else.
struct TaskSleepTests {
  enum Way: CaseIterable {
    case nanoseconds, duration, continuousDeadline, suspendingDeadline, clock, inActor, onMain

    func sleep() async throws {
      switch self {
      case .nanoseconds: try await Task.sleep(nanoseconds: 3_000_000_000)
      case .duration: try await Task.sleep(for: .seconds(3))
      case .continuousDeadline:
        try await Task.sleep(until: .now + .seconds(3), clock: .continuous)
      case .suspendingDeadline:
        try await Task.sleep(until: .now + .seconds(3), clock: .suspending)
      case .clock: try await ContinuousClock().sleep(for: .seconds(3))
      case .inActor: try await Sleeper().sleep()
      case .onMain: try await sleepOnMain()
      }
    }
  }

  @Test(arguments: Way.allCases)
  func `every way to sleep takes virtual time`(_ way: Way) throws {
    let result = try explore("sleep", options: ExplorationOptions(shrinks: false)) { runtime in
      runtime.task("sleeper") {
        try await way.sleep()
        runtime.outcome("woke up after \(runtime.now)")
      }
    }
    #expect(result.outcomes.map(\.name) == ["woke up after 3.0 seconds"])
    #expect(result.failures.isEmpty)
    #expect(result.coverage == .exhaustive)
  }

  @Test func `a task that sleeps may be overtaken, and may overtake`() throws {
    let result = try explore("overtaking", options: ExplorationOptions(shrinks: false)) {
      runtime in
      let flag = runtime.cell("flag", false)
      runtime.task("sleeper") {
        try await Task.sleep(for: .seconds(5))
        flag.write(true)
      }
      runtime.task("reader") { runtime.outcome("saw \(flag.read())") }
    }
    #expect(Set(result.outcomes.map(\.name)) == ["saw false", "saw true"])
  }

  @Test func `a sleep may be cancelled before it ends, and after`() throws {
    let result = try explore("cancelling", options: ExplorationOptions(shrinks: false)) {
      runtime in
      let task = Task {
        do {
          try await Task.sleep(for: .seconds(5))
          runtime.outcome("slept")
        } catch {
          runtime.outcome("was woken")
        }
      }
      runtime.cancel(task)
    }
    #expect(Set(result.outcomes.map(\.name)) == ["slept", "was woken"])
    #expect(result.failures.flatMap(\.failures).map(\.description) == [])
  }

  @Test func `the story of a run tells who sleeps and who wakes up`() {
    let report = runOnce("story") { runtime in
      runtime.task("sleeper") { try await Task.sleep(for: .seconds(2)) }
    }
    let told = report.events.map { "\($0.thread) \($0.fact.words)" }
    #expect(told.contains("sleeper sleeps for 2.0 seconds"))
    #expect(told.contains("alarm of sleeper wakes up"))
  }
}

private actor Sleeper {
  func sleep() async throws { try await Task.sleep(for: .seconds(3)) }
}

@MainActor private func sleepOnMain() async throws { try await Task.sleep(for: .seconds(3)) }
