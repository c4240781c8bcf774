import Interleaving
import Testing

/// Deadlines in virtual time: in their order among themselves where the program orders their
/// beginnings, free against everything else.
struct TimerTests {
  private func outcomes(
    clocksMayBeLate: Bool = false, _ program: @escaping Program
  ) throws -> Set<String> {
    var found: [Set<String>] = []
    for method in [ExplorationOptions.Method.exhaustive, .plain] {
      var options = ExplorationOptions(method, shrinks: false)
      options.clocksMayBeLate = clocksMayBeLate
      let result = try explore("timers", options: options, program)
      #expect(result.coverage.isComplete)
      #expect(result.summary.contains("clocks that may be late") == clocksMayBeLate)
      found.append(Set(result.outcomes.map(\.name)))
    }
    #expect(found[0] == found[1])
    return found[0]
  }

  private static let oneThread: @Sendable (Runtime) -> Void = { runtime in
    let (log, queue) = (runtime.cell("log", ""), runtime.queue("Q"))
    runtime.thread("T") {
      runtime.after(.seconds(2), on: queue) { log.write(log.read() + "a") }
      runtime.after(.seconds(1), on: queue) { log.write(log.read() + "b") }
    }
    runtime.atEnd { runtime.outcome(log.value) }
  }

  @Test func `timers of one thread fire in the order in which they are due`() throws {
    #expect(try outcomes(Self.oneThread) == ["ba"])
  }

  @Test func `where clocks may be late they fire in both orders`() throws {
    #expect(try outcomes(clocksMayBeLate: true, Self.oneThread) == ["ab", "ba"])
  }

  @Test func `timers that are due at once fire in the order in which they were set`() throws {
    let found = try outcomes { runtime in
      let (log, queue) = (runtime.cell("log", ""), runtime.queue("Q"))
      for name in ["a", "b"] {
        runtime.after(.seconds(1), on: queue) { log.write(log.read() + name) }
      }
      runtime.atEnd { runtime.outcome(log.value) }
    }
    #expect(found == ["ab"])
  }

  @Test func `timers of two threads fire in both orders`() throws {
    let found = try outcomes { runtime in
      let (log, queue) = (runtime.cell("log", ""), runtime.queue("Q"))
      for (name, delay) in [("a", Duration.seconds(2)), ("b", .seconds(1))] {
        runtime.thread(name) { runtime.after(delay, on: queue) { log.write(log.read() + name) } }
      }
      runtime.atEnd { runtime.outcome(log.value) }
    }
    #expect(found == ["ab", "ba"])
  }

  /// The thread may be late with its second timer.
  @Test func `a timer may fire before one is set that would have overtaken it`() throws {
    let found = try outcomes { runtime in
      let (log, queue) = (runtime.cell("log", ""), runtime.queue("Q"))
      let between = runtime.cell("between", 0)
      runtime.thread("T") {
        runtime.after(.seconds(2), on: queue) { log.write(log.read() + "a") }
        between.write(1)
        runtime.after(.seconds(1), on: queue) { log.write(log.read() + "b") }
      }
      runtime.atEnd { runtime.outcome(log.value) }
    }
    #expect(found == ["ab", "ba"])
  }

  @Test func `who sleeps less wakes first if it is known who fell asleep first`() throws {
    let found = try outcomes { runtime in
      let last = runtime.cell("last", "")
      runtime.task("parent") {
        async let long: Void = Task.sleep(for: .seconds(10))
        async let short: Void = Task.sleep(for: .seconds(1))
        try await short
        last.write("short")
        try await long
        last.write("long")
      }
      runtime.atEnd { runtime.outcome(last.value) }
    }
    #expect(found == ["long"])
  }
}
