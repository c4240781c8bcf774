import Interleaving
import Synchronization
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

  /// The thread that cancels goes first where nothing decides otherwise, and the sleep of a task that
  /// is cancelled already ends before it began.
  @Test func `a sleep is cancelled or comes to its end, whichever goes first`() throws {
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

  /// What it answers depends on whether the task around it has been cancelled by then.
  @Test func `a group of every kind is asked before or after`() throws {
    let questions: [@Sendable () async -> Bool] = [
      { await withTaskGroup(of: Int.self) { $0.isCancelled } },
      { await withThrowingTaskGroup(of: Int.self) { $0.isCancelled } },
      { await withDiscardingTaskGroup { $0.isCancelled } },
      { (try? await withThrowingDiscardingTaskGroup { $0.isCancelled }) ?? false },
      { withUnsafeCurrentTask { $0?.isCancelled } ?? false },
      { await withTaskGroup(of: Int.self) { !$0.addTaskUnlessCancelled { 1 } } },
      { await withThrowingTaskGroup(of: Int.self) { !$0.addTaskUnlessCancelled { 1 } } },
      { await withDiscardingTaskGroup { !$0.addTaskUnlessCancelled {} } },
      { (try? await withThrowingDiscardingTaskGroup { !$0.addTaskUnlessCancelled {} }) ?? false },
    ]
    for (number, question) in questions.enumerated() {
      for method in [ExplorationOptions.Method.exhaustive, .plain] {
        let found = try outcomes(ExplorationOptions(method, shrinks: false)) { runtime in
          let task = runtime.task("T") { runtime.outcome("\(await question())") }
          runtime.thread("C") { task.cancel() }
        }
        #expect(found == ["true", "false"], "question \(number), \(method)")
      }
    }
  }

  /// The language marks a cancelled task that looks for a result, with the group's lock in hand.
  @Test func `a cancelled task waits for its children like any other`() throws {
    for method in [ExplorationOptions.Method.exhaustive, .plain] {
      let found = try outcomes(ExplorationOptions(method, shrinks: false)) { runtime in
        let task = runtime.task("T") {
          let sum = await withTaskGroup(of: Int.self) { group in
            var sum = 0
            for number in 1...2 where group.addTaskUnlessCancelled(operation: { number }) {
              sum += 10
            }
            for await number in group { sum += number }
            return sum
          }
          runtime.outcome("\(sum)")
        }
        runtime.thread("C") { task.cancel() }
      }
      #expect(found == ["0", "11", "23"], "\(method)")
    }
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

  /// A continuation is kept under a lock, and the thread that takes it out resumes it.
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

  @Test func `a task suspends and goes on while its handler is at an operation`() throws {
    for method in [ExplorationOptions.Method.exhaustive, .plain] {
      let result = try explore("suspends", options: ExplorationOptions(method)) { runtime in
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
        runtime.atEnd { runtime.outcome("\(x.read())") }
      }
      #expect(result.outcomes.map(\.name) == ["1"])
      #expect(result.coverage.isComplete)
    }
  }

  /// The language marks a cancelled task that makes a group, which is no step: nothing is asked there.
  @Test func `a cancelled task on an actor makes a group like any other`() throws {
    for method in [ExplorationOptions.Method.exhaustive, .sampled(100, seed: 1)] {
      let result = try explore("group", options: ExplorationOptions(method)) { runtime in
        let actor = Shelf()
        let task = runtime.task("T") { await actor.lookInAGroup() }
        runtime.thread("C") { task.cancel() }
      }
      switch result.coverage {
      case .sampled(_, _, let distinct): #expect(distinct == 1)
      default: #expect(result.coverage == .exhaustive && result.schedules == 1)
      }
    }
  }

  /// ```
  /// the task                    who cancels
  ///                             handler: x = 1
  /// leaves the handler
  /// x = 2                                          no race, though it did not have to wait
  /// ```
  @Test func `what a handler does comes before what the task does behind it`() throws {
    let result = try explore("handled", options: ExplorationOptions(shrinks: false)) { runtime in
      let cell = runtime.cell("x", 0)
      let task = runtime.task("T") {
        await withTaskCancellationHandler {
        } onCancel: {
          cell.write(1)
        }
        cell.write(2)
      }
      runtime.thread("C") { task.cancel() }
      runtime.atEnd { runtime.outcome("\(cell.read())") }
    }
    #expect(result.races.isEmpty, "\(result.summary)")
    #expect(result.outcomes.map(\.name) == ["2"])
  }

  /// ```
  /// the task                        who cancels
  /// adds the outer handler
  ///                                 cancels it, and begins with the outer handler
  /// adds the inner one, which it
  /// runs itself, and leaves it      x is seen, before or after: none of the other's business
  /// ```
  @Test func `a task does not wait for one handler where it leaves another`() throws {
    let program: Program = { runtime in
      let cell = runtime.cell("x", 0)
      let task = runtime.task("T") {
        await withTaskCancellationHandler {
          await withTaskCancellationHandler {
          } onCancel: {
          }
        } onCancel: {
          _ = cell.read()
        }
      }
      runtime.thread("C") { task.cancel() }
    }
    #expect(try explore("two", program).schedules == 5)
    let drawn = try explore("two", options: ExplorationOptions(.sampled(200, seed: 1)), program)
    #expect(drawn.coverage == .sampled(200, seed: 1, distinct: 5))
  }

  #if DEBUG
    private static let isOptimized = false
  #else
    private static let isOptimized = true
  #endif

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
    if Self.isOptimized {
      // The library's function has become part of the program, and cancels as a program does.
      #expect(group.coverage == .exhaustive)
      #expect(group.outcomes.map(\.name).sorted() == ["false", "true"])
    } else {
      #expect(group.coverage == .partial(.unordered(.cancellation)))
      #expect(group.summary.contains("there may be more"))
    }
    let left = try explore("async let") { runtime in
      runtime.task("T") { async let _ = runtime.outcome("\(Task.isCancelled)") }
    }
    #expect(left.coverage == .partial(.unordered(.cancellation)))
    for sleeps in [false, true] {
      let child = try explore("async let", options: ExplorationOptions(shrinks: false)) { runtime in
        runtime.task("T") {
          async let _: Void = sleeps ? Task.sleep(for: .seconds(1)) : Task.yield()
        }
      }
      #expect(child.coverage.isComplete == !sleeps, "\(child.summary)")
    }
  }

  @Test func `whatever feeds a stream, it is told that it was met`() throws {
    struct Failed: Error {}
    func coverage(_ program: @escaping Program) throws -> Exploration.Coverage {
      let result = try explore("stream", options: ExplorationOptions(shrinks: false), program)
      return result.coverage
    }
    let isMet = Exploration.Coverage.partial(.unordered(.stream))
    #expect(
      try coverage { runtime in
        let (stream, feed) = AsyncStream.makeStream(of: String.self)
        runtime.task("reader") { for await word in stream { return runtime.outcome(word) } }
        for word in ["a", "b"] { runtime.thread(word) { feed.yield(with: .success(word)) } }
      } == isMet)
    #expect(
      try coverage { runtime in
        let (stream, feed) = AsyncThrowingStream.makeStream(of: String.self)
        runtime.task("reader") { for try await word in stream { return runtime.outcome(word) } }
        for word in ["a", "b"] { runtime.thread(word) { feed.yield(with: .success(word)) } }
      } == isMet)
    #expect(
      try coverage { runtime in
        let (stream, feed) = AsyncThrowingStream.makeStream(of: Void.self)
        runtime.task("reader") { for try await _ in stream { return runtime.outcome("one") } }
        runtime.thread("A") { feed.yield() }
        runtime.thread("B") { feed.finish() }
      } == isMet)
    #expect(
      try coverage { runtime in
        let (stream, feed) = AsyncThrowingStream.makeStream(of: Int.self)
        runtime.task("reader") {
          do { for try await _ in stream {} } catch { runtime.outcome("\(error)") }
        }
        runtime.thread("A") { feed.finish() }
        runtime.thread("B") { feed.finish(throwing: Failed()) }
      } == isMet)
  }

  /// Then every reader sees its end, whenever it looks.
  @Test func `a stream that is only finished leaves nothing open`() throws {
    #expect(
      try outcomes { runtime in
        let (stream, feed) = AsyncStream.makeStream(of: Int.self)
        let cell = runtime.cell("x", 0)
        runtime.task("reader") {
          for await _ in stream {}
          runtime.outcome("\(cell.read())")
        }
        runtime.thread("A") {
          feed.finish()
          cell.write(1)
        }
      } == ["0", "1"])
  }

  @Test func `what a stream hands on is what it was given, and let go of in time`() throws {
    struct Failed: Error { let witness: Witness }
    let result = try explore("given") { runtime in
      let (stream, feed) = AsyncThrowingStream.makeStream(of: Witness.self)
      runtime.task("reader") {
        var words: [String] = []
        do {
          for try await witness in stream { words.append(witness.word) }
        } catch let failed as Failed {
          words.append(failed.witness.word)
        }
        runtime.outcome(words.joined(separator: " "))
      }
      feed.yield(Witness("one"))
      feed.yield(with: .success(Witness("two")))
      feed.finish(throwing: Failed(witness: Witness("three")))
    }
    #expect(result.outcomes.map(\.name) == ["one two three"])
    #expect(Witness.alive.load(ordering: .sequentiallyConsistent) == 0)
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

private final class Witness: Sendable {
  static let alive = Atomic(0)
  let word: String

  init(_ word: String) {
    self.word = word
    Self.alive.add(1, ordering: .sequentiallyConsistent)
  }

  deinit { Self.alive.subtract(1, ordering: .sequentiallyConsistent) }
}

private actor Shelf {
  func lookInAGroup() async {
    await withTaskGroup(of: Void.self) { group in
      group.addTask {}
      group.addTask {}
    }
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
