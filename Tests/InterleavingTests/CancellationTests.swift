import Interleaving
import Testing

/// Cancelling as the language spells it: each of its moments is a step.
struct CancellationTests {
  private func outcomes(
    _ options: ExplorationOptions = ExplorationOptions(shrinks: false), _ program: @escaping Program
  ) throws -> Set<String> {
    let result = try explore("cancel", options: options, program)
    #expect(result.coverage.isComplete, "\(result.summary)")
    return Set(result.outcomes.map(\.name))
  }

  private static var everyTaskDependence: [ExplorationOptions] {
    var all = ExplorationOptions(shrinks: false)
    all.taskDependence = .all
    return [ExplorationOptions(shrinks: false), all]
  }

  @Test func `a task is cancelled before or after it asks`() throws {
    #expect(
      try outcomes { runtime in
        let task = runtime.task("T") { runtime.outcome("\(Task.isCancelled)") }
        runtime.thread("C") { task.cancel() }
      } == ["true", "false"])
    #expect(
      try outcomes { runtime in
        let task = runtime.task("T") {}
        runtime.thread("C") { task.cancel() }
        runtime.thread("A") { runtime.outcome("\(task.isCancelled)") }
      } == ["true", "false"])
  }

  @Test func `a child asks before or after its parent is cancelled`() throws {
    #expect(
      try outcomes { runtime in
        let task = runtime.task("T") {
          async let child = Task.isCancelled
          runtime.outcome("\(await child)")
        }
        runtime.thread("C") { task.cancel() }
      } == ["true", "false"])
  }

  /// The thread that cancels goes first where nobody decides otherwise, and the sleep of a task that
  /// is cancelled already ends before it began.
  @Test func `a sleep is cancelled or comes to its end, whoever goes first`() throws {
    for options in Self.everyTaskDependence {
      #expect(
        try outcomes(options) { runtime in
          let (here, there) = (runtime.cell("here", 0), runtime.cell("there", 0))
          let sleeper = Sleeper()
          runtime.thread("C") {
            here.write(1)
            sleeper.task?.cancel()
          }
          sleeper.task = runtime.task("T") {
            there.write(1)
            do {
              try await Task.sleep(for: .seconds(1))
              runtime.outcome("slept")
            } catch {
              runtime.outcome("cancelled")
            }
          }
        } == ["slept", "cancelled"])
    }
  }

  @Test func `work and its time limit race in a group`() throws {
    #expect(
      try outcomes { runtime in
        runtime.task("T") {
          let first = await withTaskGroup(of: String.self) { group in
            group.addTask {
              await Task.yield()
              return "work"
            }
            group.addTask {
              try? await Task.sleep(for: .seconds(1))
              return Task.isCancelled ? "cancelled" : "time is up"
            }
            let first = await group.next()!
            group.cancelAll()
            return first
          }
          runtime.outcome(first)
        }
      } == ["work", "time is up"])
  }

  /// ```
  /// the task           who cancels
  /// begins                                  before: the task runs the handler itself
  /// works              runs the handler     meanwhile: before, between or after what it does
  /// ends                                    after: no handler runs
  /// ```
  @Test func `a handler runs before, within or not at all`() throws {
    for options in Self.everyTaskDependence {
      #expect(
        try outcomes(options) { runtime in
          let log = runtime.cell("log", "")
          let task = runtime.task("T") {
            await withTaskCancellationHandler {
              log.modify { $0 += "begins " }
              await Task.yield()
              log.modify { $0 += "ends " }
            } onCancel: {
              log.modify { $0 += "cancelled " }
            }
          }
          runtime.thread("C") { task.cancel() }
          runtime.atEnd { runtime.outcome(log.read()) }
        } == [
          "begins ends ", "cancelled begins ends ", "begins cancelled ends ",
          "begins ends cancelled ",
        ])
    }
  }

  /// A continuation is kept under a lock, and whoever takes it out resumes it.
  @Test func `a continuation is resumed by its value or by the handler`() throws {
    #expect(
      try outcomes { runtime in
        let waiting = runtime.mutex("waiting", Waiting.nobody)
        let task = runtime.task("T") {
          let value = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
              waiting.withLock { waiting in
                if case .over(let value) = waiting { return continuation.resume(returning: value) }
                waiting = .task(continuation)
              }
            }
          } onCancel: {
            waiting.withLock { $0.end(with: "cancelled") }
          }
          runtime.outcome(value)
        }
        runtime.thread("V") { waiting.withLock { $0.end(with: "value") } }
        runtime.thread("C") { task.cancel() }
      } == ["value", "cancelled"])
  }

  @Test func `a task that suspends while its handler is at an operation is told`() throws {
    var options = ExplorationOptions(.plain, shrinks: false)
    options.stopsAtFirstFailure = true
    let result = try explore("suspends", options: options) { runtime in
      let (x, y) = (runtime.cell("x", 0), runtime.cell("y", 0))
      let task = runtime.task("T") {
        await withTaskCancellationHandler {
          x.write(1)
          await Task.yield()
        } onCancel: {
          y.write(1)
        }
      }
      runtime.thread("C") { task.cancel() }
    }
    let thread = try #require(result.failures.first?.failures.first)
    #expect(thread.description.contains("T is cancelled by C, whose cancellation handler"))
    #expect(!result.coverage.isComplete)
  }

  @Test func `what the language cancels by itself makes an exploration partial`() throws {
    struct Failed: Error {}
    let group = try explore("group") { runtime in
      runtime.task("T") {
        try? await withThrowingTaskGroup(of: Void.self) { group in
          group.addTask { throw Failed() }
          group.addTask { runtime.outcome("\(Task.isCancelled)") }
          for try await _ in group {}
        }
      }
    }
    #expect(group.coverage == .partial(.unordered(.cancellation)))
    #expect(group.summary.contains("there may be more"))
    let left = try explore("async let") { runtime in
      runtime.task("T") { async let _ = runtime.outcome("\(Task.isCancelled)") }
    }
    #expect(left.coverage == .partial(.unordered(.cancellation)))
  }

  @Test func `a stream of the standard library makes an exploration partial`() throws {
    let result = try explore("stream") { runtime in
      let (stream, feed) = AsyncStream.makeStream(of: String.self)
      let (words, other) = AsyncThrowingStream.makeStream(of: Int.self)
      runtime.task("reader") {
        for await word in stream { runtime.outcome(word) }
        for try await _ in words {}
      }
      runtime.thread("A") {
        feed.yield("a")
        feed.finish()
        other.yield(1)
        other.finish()
      }
    }
    #expect(result.coverage == .partial(.unordered(.stream)))
    #expect(result.outcomes.map(\.name) == ["a"])
    #expect(result.summary.contains("use `runtime.stream`"))
  }
}

private final class Sleeper: @unchecked Sendable {
  // @unchecked Sendable because one thread of a controlled run is awake at a time.
  var task: Task<Void, Never>?
}

/// Who waits for a value that comes once.
private enum Waiting: Sendable {
  case nobody
  case task(CheckedContinuation<String, Never>)
  case over(String)

  mutating func end(with value: String) {
    switch self {
    case .nobody: self = .over(value)
    case .task(let continuation):
      self = .over(value)
      continuation.resume(returning: value)
    case .over: break
    }
  }
}
