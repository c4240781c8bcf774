import Synchronization
import Testing

@testable import Interleaving

/// Programs of which an exploration once called less than everything exhaustive. Each is explored in
/// every way there is, and all ways must agree.
struct MissedOrderTests {
  /// The outcomes by the exhaustive way, once the other ways have been compared with it.
  @discardableResult
  private func outcomes(
    plain: Bool = true, _ program: @escaping @Sendable (Runtime) throws -> Void,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> Set<String> {
    let options = ExplorationOptions(shrinks: false)
    let one = try explore("orders", options: options, program)
    let found = Set(one.outcomes.map(\.name))
    #expect(one.coverage == .exhaustive, sourceLocation: sourceLocation)
    func expectNoMore(_ method: ExplorationOptions.Method, jobs: Int) throws -> Exploration {
      let other = try explore(
        "orders", options: ExplorationOptions(method, shrinks: false), jobs: jobs, program)
      let names = Set(other.outcomes.map(\.name))
      #expect(names.subtracting(found) == [], "\(method)", sourceLocation: sourceLocation)
      return other
    }
    let two = try expectNoMore(.exhaustive, jobs: 2)
    #expect(two.schedules == one.schedules, sourceLocation: sourceLocation)
    let drawn = try expectNoMore(.sampled(600, seed: 1), jobs: 1)
    if case .sampled(_, _, let distinct) = drawn.coverage {
      #expect(distinct <= one.schedules, sourceLocation: sourceLocation)
    }
    if plain {
      let every = try expectNoMore(.plain, jobs: 1)
      #expect(every.coverage == .plain, sourceLocation: sourceLocation)
    }
    return found
  }

  /// The reader, once cancelled, ends its stream: a value may come before that or after.
  @Test func `a value comes before the reader of a stream is cancelled, or is lost`() throws {
    for method in [ExplorationOptions.Method.exhaustive, .plain] {
      let result = try explore("stream", options: ExplorationOptions(method)) { runtime in
        let stream = runtime.stream("values", of: Int.self, mayStayUnread: true)
        let seen = runtime.atomic("seen", "")
        let reader = Task {
          for await value in stream { seen.change("adds") { $0 += "\(value)" } }
        }
        runtime.thread("source") { stream.yield(7) }
        runtime.thread("canceller") { reader.cancel() }
        runtime.atEnd { runtime.outcome(seen.load()) }
      }
      #expect(Set(result.outcomes.map(\.name)) == ["", "7"])
      #expect(result.coverage.isComplete)
    }
  }

  /// What a task has taken of its group without a step is its own step, and none of the child that
  /// wakes it afterwards.
  @Test func `a task that has left a group is woken by a child of its own`() throws {
    let program: Program = { runtime in
      let cells = (0...1).map { runtime.cell("x\($0)", 0) }
      Task {
        async let child: Void = cells[0].write(1)
        await withTaskGroup(of: Void.self) { group in
          group.addTask {}
          while await group.next() != nil {}
        }
        await child
        cells[1].write(1)
      }
    }
    #expect(try explore("woken", program).schedules == 1)
    let drawn = try explore("woken", options: ExplorationOptions(.sampled(60, seed: 1)), program)
    #expect(drawn.coverage == .sampled(60, seed: 1, distinct: 1))
  }

  /// The thread of one actor may meet another actor for the first time before it begins a child, or
  /// between two looks of the scheduler: the child is the same one.
  @Test func `a child is the same whenever its parent's actor meets another one`() throws {
    let program: Program = { runtime in
      let (first, second) = (Ledger(), Ledger())
      Task { await first.go(to: second) }
      Task { await first.awaitChild() }
    }
    #expect(try explore("met", program).schedules == 9)
    let drawn = try explore("met", options: ExplorationOptions(.sampled(200, seed: 1)), program)
    #expect(drawn.coverage == .sampled(200, seed: 1, distinct: 9))
  }

  /// The second child may lie where the first one lay, and has nothing to do with it.
  @Test func `a cancelled task knows its children apart`() throws {
    let program: Program = { runtime in
      let task = Task {
        for _ in 1...2 { await withTaskGroup(of: Void.self) { $0.addTask {} } }
      }
      task.cancel()
    }
    #expect(try explore("cancelled", program).schedules == 1)
    let drawn = try explore(
      "cancelled", options: ExplorationOptions(.sampled(60, seed: 1)), program)
    #expect(drawn.coverage == .sampled(60, seed: 1, distinct: 1))
  }

  /// ```
  /// main: the first block sets 4 s      before or after that     main: the second one sets 3 s
  /// ```
  /// A deadline of 4 s has come by the time that one of 3 s is set, or comes after it; the same with one
  /// that a task has set before it sleeps.
  @Test func `a deadline comes before another one is set, or after that one`() throws {
    let blocks: Program = { runtime in
      let queue = runtime.queue("Q")
      for (name, next, delay) in [("A", runtime.main, 2), ("B", queue, 1)] {
        runtime.thread(name) {
          runtime.after(.seconds(2), on: runtime.main) {
            runtime.after(.seconds(delay), on: next) {}
          }
        }
      }
    }
    let sleeps: Program = { runtime in
      let queue = runtime.queue("Q")
      Task {
        runtime.after(.seconds(2), on: queue) {}
        try? await Task.sleep(for: .seconds(1))
      }
    }
    for (schedules, program) in [(4, blocks), (2, sleeps)] {
      #expect(try explore("deadlines", program).schedules == schedules)
      let drawn = try explore(
        "deadlines", options: ExplorationOptions(.sampled(200, seed: 1)), program)
      #expect(drawn.coverage == .sampled(200, seed: 1, distinct: schedules))
    }
  }

  /// Who cancels takes the task's lock for a moment. It does not wait for what the task has done.
  @Test func `a task is cancelled between any two of its suspensions`() throws {
    let found = try outcomes { runtime in
      let lock = runtime.lock("flag")
      let isStopped = runtime.cell("stopped", false)
      let rounds = runtime.cell("rounds", 0)
      let task = Task {
        await withTaskCancellationHandler {
          for _ in 0..<2 {
            if lock.withLock({ isStopped.read() }) { return }
            await Task.yield()
            rounds.write(rounds.read() + 1)
          }
        } onCancel: {
          lock.withLock { isStopped.write(true) }
        }
      }
      runtime.thread("canceller") { task.cancel() }
      runtime.atEnd { runtime.outcome("\(rounds.read())") }
    }
    #expect(found == ["0", "1", "2"])
  }

  /// A block that waits in its turn keeps the task suspended for more than one step.
  @Test func `a handler that takes a lock keeps no task from going on`() throws {
    let found = try outcomes { runtime in
      let (queue, other) = (runtime.queue("queue"), runtime.queue("other"))
      let lock = runtime.lock("flag")
      let isStopped = runtime.cell("stopped", false)
      let rounds = runtime.cell("rounds", 0)
      let task = Task {
        await withTaskCancellationHandler {
          await withCheckedContinuation { answer in
            queue.async {
              other.sync {}
              answer.resume()
            }
          }
          if !lock.withLock({ isStopped.read() }) { rounds.write(1) }
        } onCancel: {
          lock.withLock { isStopped.write(true) }
        }
      }
      runtime.thread("canceller") { task.cancel() }
      runtime.atEnd { runtime.outcome("\(rounds.read())") }
    }
    #expect(found == ["0", "1"])
  }

  @Test func `a block of one that cancels comes before or behind one of the task`() throws {
    let found = try outcomes { runtime in
      let queue = runtime.queue("queue")
      let log = runtime.atomic("log", "")
      let task = runtime.task("task") {
        if Task.isCancelled { return }
        await withCheckedContinuation { answer in
          queue.async {
            log.change("adds") { $0 += "t" }
            answer.resume()
          }
        }
      }
      runtime.cancel(task)
      queue.async { log.change("adds") { $0 += "c" } }
      runtime.atEnd { runtime.outcome(log.load()) }
    }
    #expect(found == ["c", "ct", "tc"])
  }

  /// The read that comes after the write hides it from an exchange that fails.
  @Test func `an exchange that fails after a read may succeed before the write`() throws {
    let found = try outcomes { runtime in
      let a = runtime.atomic("a", 0)
      runtime.thread("A") {
        a.add(1)
        _ = a.load()
      }
      runtime.thread("B") { a.compareExchange(expected: 0, desired: 5) }
      runtime.atEnd { runtime.outcome("\(a.load())") }
    }
    #expect(found == ["1", "6"])
  }

  @Test func `two tasks each run a group of two`() throws {
    try outcomes(plain: false) { runtime in
      let cell = runtime.cell("x", "")
      for name in ["A", "B"] {
        runtime.task(name) {
          await withTaskGroup { group in
            for number in 1...2 { group.addTask { cell.modify { $0 += "\(name)\(number) " } } }
          }
          cell.modify { $0 += "\(name) " }
        }
      }
      runtime.atEnd { runtime.outcome(cell.value) }
    }
  }

  @Test func `a group inside a group beside a thread`() throws {
    try outcomes { runtime in
      let cell = runtime.cell("x", "")
      runtime.thread("T") { cell.modify { $0 += "t" } }
      runtime.task("A") {
        await withTaskGroup { group in
          group.addTask {
            await withTaskGroup { inner in
              inner.addTask { cell.modify { $0 += "1" } }
              inner.addTask { cell.modify { $0 += "2" } }
            }
            cell.modify { $0 += "3" }
          }
          group.addTask { cell.modify { $0 += "4" } }
        }
        cell.modify { $0 += "5" }
      }
      runtime.atEnd { runtime.outcome(cell.value) }
    }
  }

  @Test func `a thread starts a group inside a group`() throws {
    try outcomes { runtime in
      let (x, y) = (runtime.cell("x", 0), runtime.cell("y", 0))
      runtime.thread("T") {
        Task {
          await withTaskGroup { group in
            group.addTask {
              x.write(x.read() * 2 + 1)
              await withTaskGroup { inner in
                inner.addTask { y.write(x.read() * 2 + 2) }
                inner.addTask { x.write(y.read() * 2 + 3) }
              }
            }
          }
          y.write(y.read() + 10)
        }
        x.write(x.read() + 20)
      }
      runtime.atEnd { runtime.outcome("\(x.value) \(y.value)") }
    }
  }

  @Test func `the first child that ends is any of them`() throws {
    let found = try outcomes { runtime in
      let (x, y) = (runtime.cell("x", 0), runtime.cell("y", 0))
      runtime.task("A") {
        await withTaskGroup(of: Void.self) { group in
          group.addTask { x.write(1) }
          group.addTask { y.write(1) }
          await group.next()
          runtime.outcome("x is \(x.read()), y is \(y.read())")
        }
      }
    }
    #expect(found == ["x is 1, y is 0", "x is 0, y is 1", "x is 1, y is 1"])
  }

  @Test func `a continuation may be resumed before a task on an actor suspends`() throws {
    let found = try outcomes { runtime in
      let desk = Desk()
      let queue = runtime.queue("q")
      runtime.task("A") { await desk.wait(for: queue) }
      runtime.task("B") { await desk.add("b") }
      runtime.atEnd { runtime.outcome(desk.said) }
    }
    #expect(found == ["(b)", "b()", "()b"])
  }

  @Test func `two tasks wait on an actor for a queue`() throws {
    try outcomes(plain: false) { runtime in
      let desk = Desk()
      let queue = runtime.queue("q")
      runtime.task("A") { await desk.wait(for: queue) }
      runtime.task("B") { await desk.wait(for: queue) }
      runtime.atEnd { runtime.outcome(desk.said) }
    }
  }

  @Test func `two streams have a reader each`() throws {
    try outcomes(plain: false) { runtime in
      let (one, two) = (
        runtime.stream("one", of: Int.self), runtime.stream("two", of: Int.self)
      )
      let cell = runtime.cell("x", "")
      for (name, stream, other) in [("A", one, two), ("B", two, one)] {
        runtime.task(name) {
          other.yield(1)
          if await stream.next() != nil { cell.modify { $0 += name } }
          other.finish()
        }
      }
      runtime.atEnd { runtime.outcome(cell.value) }
    }
  }

  enum Thing: CaseIterable { case queue, lock, cell }

  @Test(arguments: Thing.allCases)
  func `who makes a thing that is made on first use makes no difference`(_ thing: Thing) throws {
    let found = try outcomes { runtime in
      let shared = Mutex<Made?>(nil)
      let x = runtime.cell("x", 0)
      for number in 1...2 {
        runtime.uncheckedThread("T\(number)") {
          let made = shared.withLock { made in
            if made == nil { made = Made(thing, runtime) }
            return made!
          }
          made.use { x.write(x.read() * 2 + number) }
        }
      }
      runtime.atEnd { runtime.outcome("\(x.value)") }
    }
    #expect(found == (thing == .cell ? ["1", "2", "4", "5"] : ["4", "5"]))
  }

  /// Ten looks are more than a loop is unrolled for: it is said that what comes then is missing.
  @Test func `a retry of ten looks says that giving up was not reached`() throws {
    let program: Program = { runtime in
      let flag = runtime.cell("flag", false)
      runtime.thread("asker") {
        for _ in 1...10 where flag.read() { return runtime.outcome("heard") }
        runtime.outcome("gave up")
      }
      runtime.thread("setter") { flag.write(true) }
    }
    let result = try explore("retry", options: ExplorationOptions(shrinks: false), program)
    guard case .partial(.retry(_, looks: 10)) = result.coverage else {
      Issue.record("\(result.coverage)")
      return
    }
    #expect(result.summary.contains("gives up after 10 looks (allow 10 with `looks`)"))
    var options = ExplorationOptions(shrinks: false)
    options.looks = 10
    let all = try explore("retry", options: options, program)
    #expect(all.coverage == .exhaustive)
    #expect(Set(all.outcomes.map(\.name)) == ["heard", "gave up"])
    #expect(all.schedules == 11)
  }

  enum Ending: CaseIterable { case ofTask, ofBlock }

  /// The threads of both wait for more to do.
  @Test(arguments: Ending.allCases) func `a retry that ends when it gives up is told`(
    _ ending: Ending
  ) throws {
    let result = try explore("retry", options: ExplorationOptions(shrinks: false)) { runtime in
      switch ending {
      case .ofTask:
        let task = runtime.task("asker") {
          for _ in 1...20 where !Task.isCancelled { await Task.yield() }
        }
        runtime.thread("other") { runtime.cancel(task) }
      case .ofBlock:
        let flag = runtime.cell("flag", false)
        runtime.queue("q").async { for _ in 1...20 where flag.read() { return } }
        runtime.thread("other") { flag.write(true) }
      }
    }
    guard case .partial(.retry(_, looks: 20)) = result.coverage else {
      Issue.record("\(result.coverage)")
      return
    }
  }

  @Test func `who makes a queue on first use makes no difference to what its blocks do`() throws {
    let found = try outcomes(plain: false) { runtime in
      let shared = Mutex<SerialQueue?>(nil)
      let (x, y) = (runtime.cell("x", 0), runtime.cell("y", 0))
      for number in 1...2 {
        runtime.uncheckedThread("T\(number)") {
          if number == 2 { y.write(5) }
          let queue = shared.withLock { queue in
            if queue == nil { queue = runtime.queue("made") }
            return queue!
          }
          queue.async {
            x.write(x.read() * 2 + number)
            if number == 1 { y.write(y.read() + 1) }
          }
        }
      }
      runtime.atEnd { runtime.outcome("\(x.value) \(y.value)") }
    }
    #expect(found == ["4 1", "4 5", "4 6", "5 6"])
  }

  @Test func `functions of the library that lead elsewhere are noticed`() {
    #expect(LanguageHooks.seesStreams)
    #expect(!LanguageHooks.leadsHere("swift_task_create"))
  }
}

private final class Made: @unchecked Sendable {
  // @unchecked Sendable because nothing in it changes once it is made.
  private let queue: SerialQueue?
  private let lock: Lock?
  private let cell: Cell<Int>?

  init(_ thing: MissedOrderTests.Thing, _ runtime: Runtime) {
    queue = thing == .queue ? runtime.queue("made") : nil
    lock = thing == .lock ? runtime.lock("made") : nil
    cell = thing == .cell ? runtime.cell("made", 0) : nil
  }

  func use(_ body: () -> Void) {
    if let cell {
      cell.write(cell.read() + 1)
      body()
    } else if let lock {
      lock.withLock(body)
    } else {
      queue!.sync(body)
    }
  }
}

private actor Desk {
  /// Unsafe only so that it can be read at the end, when every task has ended.
  nonisolated(unsafe) private(set) var said = ""

  func add(_ word: String) { said += word }

  func wait(for queue: SerialQueue) async {
    said += "("
    await withUnsafeContinuation { waiting in queue.async { waiting.resume() } }
    said += ")"
  }
}

private actor Ledger {
  private var entries = 0

  func add() { entries += 1 }

  func go(to other: Ledger) async {
    add()
    await other.add()
    add()
  }

  func awaitChild() async {
    add()
    async let child: Void = {}()
    await child
    add()
  }
}
