import Interleaving
import Testing

/// Loops that go round until something succeeds, whatever it is that they try.
struct TryingTests {
  enum Way: CaseIterable {
    case exchange, lock, mutex, recursive, writing, reading
  }

  /// ```
  /// A                          B
  /// gets in
  ///                            tries in vain, so often that it waits for A
  /// adds 1, lets go
  ///                            gets in
  /// ```
  @Test(arguments: Way.allCases) func `a loop that tries to get in gets in, in every order`(
    _ way: Way
  ) throws {
    let result = try explored { runtime in
      let x = runtime.cell("x", 0)
      let gate = Gate(way, in: runtime)
      for name in ["A", "B"] {
        runtime.uncheckedThread(name) { gate.pass { x.write(x.read() + 1) } }
      }
      runtime.atEnd { runtime.outcome("\(x.value)") }
    }
    #expect(result.outcomes.map(\.name) == (way == .reading ? ["2", "1"] : ["2"]))
    if way != .reading { #expect(result.races.isEmpty) }
  }

  private struct Gate {
    let pass: (() -> Void) -> Void

    init(_ way: Way, in runtime: Runtime) {
      switch way {
      case .exchange:
        let taken = runtime.atomic("taken", false)
        pass = { body in
          while taken.exchange(true) {}
          body()
          taken.store(false)
        }
      case .lock:
        let lock = runtime.lock("lock")
        pass = { body in
          while !lock.try() {}
          body()
          lock.unlock()
        }
      case .mutex:
        let mutex = runtime.mutex("mutex", 0)
        pass = { body in while mutex.withLockIfAvailable({ _ in body() }) == nil {} }
      case .recursive:
        let lock = runtime.recursiveLock("lock")
        pass = { body in
          while !lock.try() {}
          body()
          lock.unlock()
        }
      case .writing, .reading:
        let lock = runtime.readWriteLock("lock")
        pass = { body in
          while !(way == .writing ? lock.tryToWrite() : lock.tryToRead()) {}
          body()
          lock.unlock()
        }
      }
    }
  }

  enum Waiting: CaseIterable { case asking, semaphore, completion, condition, group }

  @Test(arguments: Waiting.allCases)
  func `a loop that waits for a time, again and again, comes to its end`(_ way: Waiting) throws {
    let result = try explored { runtime in
      let (done, full) = (runtime.completion("done"), runtime.semaphore("full"))
      let (condition, group) = (runtime.condition("condition"), runtime.group("group"))
      let ready = runtime.cell("ready", false)
      if way == .group { group.enter() }
      runtime.thread("waiter") {
        switch way {
        case .asking: while !done.isComplete {}
        case .semaphore: while !full.wait(atMost: .seconds(1)) {}
        case .completion: while !done.wait(atMost: .seconds(1)) {}
        case .group: while !group.wait(atMost: .seconds(1)) {}
        case .condition:
          condition.withLock {
            while !ready.read() { _ = condition.wait(atMost: .seconds(1)) }
          }
        }
        runtime.outcome("went on")
      }
      runtime.thread("setter") {
        switch way {
        case .asking, .completion: done.complete()
        case .semaphore: full.signal()
        case .group: group.leave()
        case .condition:
          condition.withLock { ready.write(true) }
          condition.broadcast()
        }
      }
    }
    #expect(result.outcomes.map(\.name) == ["went on"])
  }

  @Test func `a task that goes on until it is cancelled comes to its end`() throws {
    let result = try explored { runtime in
      let task = runtime.task("K") {
        while !Task.isCancelled { await Task.yield() }
        runtime.outcome("stopped")
      }
      runtime.thread("T") { runtime.cancel(task) }
    }
    #expect(result.outcomes.map(\.name) == ["stopped"])
  }

  /// ```
  /// A                        B
  /// begins to change x
  ///                          writes y
  ///                          (waits for x)
  /// reads y
  /// has changed x
  ///                          writes x
  /// ```
  @Test func `a change may look at other cells, and stays one`() throws {
    let result = try explored { runtime in
      let (x, y) = (runtime.cell("x", 0), runtime.cell("y", 0))
      runtime.thread("A") { x.modify { $0 = $0 * 10 + y.read() } }
      runtime.thread("B") {
        y.write(1)
        x.modify { $0 = $0 * 10 + 5 }
      }
      runtime.atEnd { runtime.outcome("\(x.value)") }
    }
    #expect(Set(result.outcomes.map(\.name)) == ["5", "15", "51"])
    #expect(result.schedules == 3)
    #expect(result.failingSchedules == 0)
  }

  @Test func `two changes that want each other's cell wait for each other`() throws {
    let result = try explored { runtime in
      let (x, y) = (runtime.cell("x", 0), runtime.cell("y", 0))
      runtime.thread("A") { x.modify { $0 = y.read() } }
      runtime.thread("B") { y.modify { $0 = x.read() } }
    }
    #expect(result[.deadlock] == 1 && result.schedules == 3)
    #expect(result.deadlocks.first?.members.count == 2)
  }

  @Test func `a task that begins at once is one of the run`() throws {
    let result = try explored { runtime in
      let x = runtime.cell("x", 0)
      runtime.task("parent") {
        let child = Task.immediate { x.write(1) }
        await child.value
        runtime.outcome("\(x.read())")
      }
    }
    #expect(result.outcomes.map(\.name) == ["1"])
    #expect(result.failingSchedules == 0)
  }

  @Test func `a task that begins at once on a thread goes on in the pool`() throws {
    let result = try explored { runtime in
      let x = runtime.cell("x", 0)
      runtime.thread("A") {
        _ = Task.immediate {
          x.write(1)
          await Task.yield()
          x.write(x.read() + 10)
        }
        x.write(2)
      }
      runtime.atEnd { runtime.outcome("\(x.value)") }
    }
    #expect(Set(result.outcomes.map(\.name)) == ["2", "11", "12"])
    #expect(result.failingSchedules == 0)
  }

  @Test(arguments: [(2, 4), (3, 21)])
  func `a signal that is taken in time is given back in every order`(
    _ threads: Int, _ schedules: Int
  ) throws {
    let program: Program = { runtime in
      let free = runtime.semaphore("S", value: 1)
      for number in 1...threads {
        runtime.thread("T\(number)") { if free.wait(atMost: .seconds(1)) { free.signal() } }
      }
    }
    #expect(try explored(program).schedules == schedules)
    #expect(EveryOrder(of: program, atMost: 20000)?.classes == schedules)
  }

  private func explored(_ program: @escaping Program) throws -> Exploration {
    let result = try explore("trying", options: ExplorationOptions(shrinks: false), program)
    #expect(result.coverage == .exhaustive)
    return result
  }
}
