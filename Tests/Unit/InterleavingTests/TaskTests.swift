import Interleaving
import Testing

/// Tasks, actors and `await` under the scheduler.
struct TaskTests {
  private func counts(
    _ name: String, of schedules: Int, _ expected: [String: Int],
    sourceLocation: SourceLocation = #_sourceLocation, _ program: @escaping Program
  ) throws {
    let result = try explore(name, options: ExplorationOptions(shrinks: false), program)
    #expect(result.schedules == schedules, sourceLocation: sourceLocation)
    #expect(result.redundantRuns == 0, sourceLocation: sourceLocation)
    let found = Dictionary(uniqueKeysWithValues: result.outcomes.map { ($0.name, $0.schedules) })
    #expect(found == expected, sourceLocation: sourceLocation)
    #expect(result.coverage == .exhaustive, sourceLocation: sourceLocation)
    let plain = try explore(name, options: ExplorationOptions(.plain, shrinks: false), program)
    #expect(Set(plain.outcomes.map(\.name)) == Set(expected.keys), sourceLocation: sourceLocation)
    #expect(plain.coverage == .plain, sourceLocation: sourceLocation)
  }

  @Test func `two tasks that read and write a cell are 4 schedules, as two threads are`() throws {
    try counts("cells", of: 4, ["1": 2, "2": 2]) { runtime in
      let cell = runtime.cell("counter", 0)
      for name in ["A", "B"] {
        runtime.task(name) { cell.write(cell.read() + 1) }
      }
      runtime.atEnd { runtime.outcome("\(cell.value)") }
    }
  }

  /// Two asks and two tells arrive at the actor in the 6 orders of 2 and 2.
  @Test func `plain tasks lose an update between asking an actor and telling it`() throws {
    try counts("get and set", of: 6, ["1": 4, "2": 2]) { runtime in
      let bank = Bank()
      let last = Last()
      for _ in 1...2 {
        Task {
          let value = await bank.balance
          await bank.set(value + 1)
          last.value = value + 1
        }
      }
      runtime.atEnd { runtime.outcome("\(last.value)") }
    }
  }

  /// X34: an actor that suspends in the middle lets the other in.
  @Test func `an actor that yields between reading and writing loses an update`() throws {
    try counts("re-entrancy", of: 6, ["1": 4, "2": 2]) { runtime in
      let bank = Bank()
      let last = Last()
      runtime.task("parent") {
        await withTaskGroup(of: Void.self) { group in
          for _ in 1...2 { group.addTask { await bank.addSlowly() } }
        }
        last.value = await bank.balance
      }
      runtime.atEnd { runtime.outcome("\(last.value)") }
    }
  }

  @Test func `async let loses it too`() throws {
    try counts("async let", of: 6, ["1": 4, "2": 2]) { runtime in
      let bank = Bank()
      let last = Last()
      runtime.task("parent") {
        async let one: Void = bank.addSlowly()
        async let two: Void = bank.addSlowly()
        _ = await (one, two)
        last.value = await bank.balance
      }
      runtime.atEnd { runtime.outcome("\(last.value)") }
    }
  }

  /// ```
  /// the actor, for the parent                another task
  /// begins a child
  /// awaits it: the actor is free
  ///                                          comes to the actor
  /// the child ends
  /// goes on, behind the other one
  ///
  /// begins a child
  /// the child ends                           comes to the actor
  /// awaits it: goes on at once               has to wait
  /// ```
  @Test func `an actor is free while it awaits a child, if that has not ended`() throws {
    try counts("awaiting a child", of: 5, ["between": 1, "alone": 4]) { runtime in
      let bank = Bank()
      let last = Last()
      runtime.task("parent") { last.value = await bank.addAroundAChild() }
      runtime.task("other") { await bank.add() }
      runtime.atEnd { runtime.outcome(last.value == 0 ? "alone" : "between") }
    }
  }

  @Test func `an actor that does not suspend loses nothing`() throws {
    let result = try explore("no re-entrancy") { runtime in
      let bank = Bank()
      let last = Last()
      runtime.task("parent") {
        await withTaskGroup(of: Void.self) { group in
          for _ in 1...2 { group.addTask { await bank.add() } }
        }
        last.value = await bank.balance
      }
      runtime.atEnd { runtime.outcome("\(last.value)") }
    }
    #expect(result.outcomes.map(\.name) == ["2"])
    #expect(result.coverage == .exhaustive)
  }

  @Test func `code of the main actor runs on the controlled main thread`() throws {
    let result = try explore("main actor", options: ExplorationOptions(shrinks: false)) { runtime in
      let last = Last()
      for name in ["A", "B"] {
        runtime.task(name) { @MainActor in
          MainActor.preconditionIsolated()
          let value = last.value
          await Task.yield()
          last.value = value + (runtime.main.isCurrent ? 1 : 100)
        }
      }
      runtime.main.async { MainActor.assumeIsolated {} }
      runtime.atEnd { runtime.outcome("\(last.value)") }
    }
    #expect(result.schedules == 16)
    #expect(result["1"] == 12)
    #expect(result["2"] == 4)
  }

  @Test func `a queue resumes what waits for a continuation`() throws {
    let result = try explore("continuation") { runtime in
      let queue = runtime.queue("private")
      let last = Last()
      runtime.task("A") {
        last.value = await withCheckedContinuation { waiting in
          queue.async { waiting.resume(returning: 7) }
        }
      }
      runtime.atEnd { runtime.outcome("\(last.value)") }
    }
    #expect(result.outcomes.map(\.name) == ["7"])
  }

  /// Two queues resume two tasks of one actor: either may come first.
  @Test func `the order in which queues resume tasks of an actor is explored`() throws {
    let result = try explore("resumptions") { runtime in
      let bank = Bank()
      for name in ["A", "B"] {
        let queue = runtime.queue("queue \(name)")
        runtime.task(name) { await bank.waitAndSign(name, queue) }
      }
      let order = Last()
      runtime.atEnd { runtime.outcome(bank.unsafeSignatures + "\(order.value)") }
    }
    #expect(Set(result.outcomes.map(\.name)) == ["AB0", "BA0"])
  }

  /// It is reported nowhere that two tasks put something into the same buffer.
  @Test func `what tasks share unseen is explored in every order where all steps count`() throws {
    var options = ExplorationOptions(shrinks: false)
    options.taskDependence = .all
    let streaming = try explore("stream", options: options) { runtime in
      let (stream, feed) = AsyncStream.makeStream(of: String.self)
      for name in ["A", "B"] { runtime.task(name) { feed.yield(name) } }
      runtime.task("reader") {
        var seen = ""
        for await name in stream {
          seen += name
          if seen.count == 2 { break }
        }
        runtime.outcome(seen)
      }
    }
    #expect(Set(streaming.outcomes.map(\.name)) == ["AB", "BA"])
  }

  /// Waiting for what is there already does not suspend, and is no place where others come in.
  @Test func `a task that is complete is awaited without a step`() throws {
    let result = try explore("complete", options: ExplorationOptions(shrinks: false)) { runtime in
      let cell = runtime.cell("cell", 0)
      runtime.task("asker") {
        let done = Task { 1 }
        let first = await done.value
        let again = await done.value
        cell.write(cell.read() + first + again)
      }
      runtime.task("other") { cell.write(cell.read() + 10) }
      runtime.atEnd { runtime.outcome("\(cell.value)") }
    }
    #expect(result.coverage == .exhaustive && result.failures.isEmpty)
    #expect(Set(result.outcomes.map(\.name)) == ["2", "10", "12"])
    #expect(result.schedules == 4)
  }

  @Test func `a task that is cancelled before it begins, within or after is awaited all the same`()
    throws
  {
    let result = try explore("cancelled", options: ExplorationOptions(shrinks: false)) { runtime in
      let cell = runtime.cell("cell", 0)
      runtime.task("asker") {
        let worker = Task {
          cell.write(1)
          try Task.checkCancellation()
          return "went on"
        }
        runtime.cancel(worker)
        do {
          runtime.outcome(try await worker.value)
        } catch {
          runtime.outcome("\(type(of: error)) at \(cell.value)")
        }
      }
    }
    #expect(result.coverage == .exhaustive && result.failures.isEmpty)
    #expect(Set(result.outcomes.map(\.name)) == ["went on", "CancellationError at 1"])
  }

  @Test func `when a task asks whether it is cancelled counts`() throws {
    let cancelling = try explore("flag", options: ExplorationOptions(shrinks: false)) { runtime in
      let cell = runtime.cell("cell", 0)
      let task = Task {
        _ = cell.read()
        let isCancelled = Task.isCancelled
        _ = cell.read()
        runtime.outcome("saw \(isCancelled)")
      }
      runtime.cancel(task)
    }
    #expect(Set(cancelling.outcomes.map(\.name)) == ["saw false", "saw true"])
  }

  @Test func `a replay code leads through tasks again`() throws {
    let program: Program = { runtime in
      let bank = Bank()
      let last = Last()
      for name in ["A", "B"] {
        runtime.task(name) {
          await bank.addSlowly()
          last.value = await bank.balance
        }
      }
      runtime.atEnd { runtime.outcome("\(last.value)") }
    }
    let result = try explore("replay", options: ExplorationOptions(shrinks: false), program)
    #expect(Set(result.outcomes.map(\.name)) == ["1", "2"])
    for outcome in result.outcomes {
      let report = try replay(outcome.example.description, of: "replay", program)
      #expect(report.ending.kind == outcome.ending)
      #expect(report.threads.contains("A") && report.threads.contains("B"))
    }
  }
}
