import Interleaving
import Testing

/// What can be waited for in more ways than a lock or a semaphore, controlled.
struct PrimitiveTests {
  /// Explores with and without reduction, and returns what both find.
  private func outcomes(
    _ program: @escaping Program, sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> Set<String> {
    let reduced = try explore("program", options: ExplorationOptions(shrinks: false), program)
    let plain = try explore(
      "program", options: ExplorationOptions(.plain, shrinks: false), program)
    let found = Set(reduced.outcomes.map(\.name))
    #expect(found == Set(plain.outcomes.map(\.name)), sourceLocation: sourceLocation)
    #expect(
      Set(reduced.races.map(\.resource)) == Set(plain.races.map(\.resource)),
      sourceLocation: sourceLocation)
    #expect(reduced.coverage == .exhaustive, sourceLocation: sourceLocation)
    #expect(plain.coverage == .plain, sourceLocation: sourceLocation)
    #expect(
      reduced.redundantRuns * 20 <= reduced.schedules, "\(reduced.redundantRuns) in vain",
      sourceLocation: sourceLocation)
    return found
  }

  @Test(arguments: [true, false])
  func `a reader that waits at the end waits without end, unless its stream may stay unread`(
    mayStay: Bool
  ) throws {
    let found = try outcomes { runtime in
      let stream = runtime.stream("orders", of: Int.self, mayStayUnread: mayStay)
      let sum = runtime.cell("sum", 0)
      runtime.task("reader") { for await number in stream { sum.modify { $0 += number } } }
      for number in [1, 2] { runtime.thread("T\(number)") { stream.yield(number) } }
      runtime.atEnd { runtime.outcome("\(sum.value)") }
    }
    #expect(found == [mayStay ? "3" : "waits without end"])
  }

  // MARK: Locks

  @Test func `a lock that is taken can be tried in vain`() throws {
    let found = try outcomes { runtime in
      let (lock, x) = (runtime.lock("L"), runtime.cell("x", 0))
      for number in 1...2 {
        runtime.thread("T\(number)") {
          guard lock.try() else { return }
          x.write(x.read() + 1)
          lock.unlock()
        }
      }
      runtime.atEnd { runtime.outcome("\(x.value)") }
    }
    #expect(found == ["1", "2"])
  }

  @Test func `who tries comes before, within or after those who wait`() throws {
    let found = try outcomes { runtime in
      let lock = runtime.lock("L")
      var order = ""
      for name in ["A", "B"] { runtime.uncheckedThread(name) { lock.withLock { order += name } } }
      runtime.uncheckedThread("C") {
        if lock.try() {
          order += "C"
          lock.unlock()
        }
      }
      runtime.atEnd { runtime.outcome(order) }
    }
    #expect(found == ["AB", "BA", "CAB", "CBA", "ACB", "BCA", "ABC", "BAC"])
  }

  @Test func `a recursive lock is free when it was given back as often as it was taken`() throws {
    let found = try outcomes { runtime in
      let (lock, x) = (runtime.recursiveLock("L"), runtime.cell("x", 0))
      for number in 1...2 {
        runtime.thread("T\(number)") {
          lock.withLock { lock.withLock { x.write(x.read() + 1) } }
        }
      }
      runtime.atEnd { runtime.outcome("\(x.value)") }
    }
    #expect(found == ["2"])
  }

  @Test func `recursive locks in opposite orders are told as the deadlock they are`() throws {
    let result = try explore("opposite") { runtime in
      let (one, other) = (runtime.recursiveLock("one"), runtime.recursiveLock("other"))
      runtime.thread("A") { one.withLock { other.withLock {} } }
      runtime.thread("B") { other.withLock { one.withLock {} } }
    }
    #expect(result[.deadlock] > 0)
    let deadlock = try #require(result.deadlocks.first)
    #expect(deadlock.kind == .cycle)
    #expect(Set(deadlock.members.map(\.thread)) == ["A", "B"])
    #expect(Set(deadlock.members.map(\.wants)) == [.lock(name: "one"), .lock(name: "other")])
    #expect(result.lockOrderWarnings.count == 1)
  }

  @Test func `readers read side by side, and what they write under such a lock is a race`() throws {
    func program(toWrite: Bool) -> Program {
      { runtime in
        let (lock, x) = (runtime.readWriteLock("L"), runtime.cell("x", 0))
        for number in 1...2 {
          runtime.thread("T\(number)") {
            toWrite ? lock.lockToWrite() : lock.lockToRead()
            x.write(x.read() + 1)
            lock.unlock()
          }
        }
        runtime.atEnd { runtime.outcome("\(x.value)") }
      }
    }
    #expect(try outcomes(program(toWrite: false)) == ["1", "2"])
    #expect(try outcomes(program(toWrite: true)) == ["2"])
    #expect(try explore("read", program(toWrite: false)).races.map(\.resource).contains("x"))
    #expect(try explore("write", program(toWrite: true)).races.isEmpty)
  }

  @Test func `a writer relies on what readers did, and readers on what a writer did`() throws {
    let result = try explore("both") { runtime in
      let (lock, x) = (runtime.readWriteLock("L"), runtime.cell("x", 0))
      runtime.thread("R") { lock.reading { _ = x.read() } }
      runtime.thread("S") { lock.reading { _ = x.read() } }
      runtime.thread("W") { lock.writing { x.write(1) } }
    }
    #expect(result.races.isEmpty)
    #expect(result.failingSchedules == 0)
  }

  @Test func `a reader that wants to write waits for itself`() throws {
    let result = try explore("upgrade") { runtime in
      let lock = runtime.readWriteLock("L")
      runtime.thread("T") { lock.reading { lock.writing {} } }
    }
    #expect(result[.deadlock] == 1)
    #expect(result.deadlocks.first?.members.map(\.thread) == ["T"])
  }

  @Test func `giving back what one does not hold is told`() throws {
    let programs: [Program] = [
      { $0.recursiveLock("L").unlock() }, { $0.readWriteLock("L").unlock() },
      { $0.condition("L").unlock() }, { $0.group("L").leave() },
    ]
    for program in programs {
      let result = try explore("mistake", program)
      #expect(result.failingSchedules == 1)
      #expect("\(result.failures[0])".contains("L"))
    }
  }

  /// ```
  /// main                         worker
  ///                              works for 20 ms, leaves
  /// asks for notice, goes on
  /// ```
  @Test(arguments: [false, true])
  func `main is kept by a wait for a group, and not by asking for notice`(waits: Bool) throws {
    let result = try explore("stall", options: ExplorationOptions(shrinks: false)) { runtime in
      let group = runtime.group("G")
      group.enter()
      runtime.thread("worker") {
        runtime.spend(.milliseconds(20), "works")
        group.leave()
      }
      runtime.main.async {
        if waits { return group.wait() }
        group.notify(on: runtime.main) { runtime.outcome("told") }
      }
    }
    #expect(result.schedules == 2)
    #expect(result.longestMainStall.duration == (waits ? .milliseconds(20) : .zero))
  }

  // MARK: Deadlines

  @Test func `a signal comes in time or too late`() throws {
    let found = try outcomes { runtime in
      let signal = runtime.semaphore("S")
      runtime.thread("waits") {
        let isInTime = signal.wait(atMost: .seconds(2))
        runtime.outcome("\(isInTime) at \(runtime.now)")
      }
      runtime.thread("signals") { signal.signal() }
    }
    #expect(found == ["true at 0.0 seconds", "false at 2.0 seconds"])
  }

  @Test func `two that wait for a while share one signal in all ways`() throws {
    let found = try outcomes { runtime in
      let signal = runtime.semaphore("S")
      var seen = ["", ""]
      for number in 0...1 {
        runtime.uncheckedThread("T\(number)") {
          seen[number] = "\(signal.wait(atMost: .seconds(1)))"
        }
      }
      runtime.thread("signals") { signal.signal() }
      runtime.atEnd { runtime.outcome("\(seen)") }
    }
    #expect(
      found == [
        #"["true", "false"]"#, #"["false", "true"]"#, #"["false", "false"]"#,
      ])
  }

  /// The second wait of B begins after a deadline that nothing else ends.
  @Test func `a wait that follows one in vain may take what another one misses`() throws {
    let found = try outcomes { runtime in
      let (full, empty) = (runtime.semaphore("full", value: 1), runtime.semaphore("empty"))
      var seen: [String] = []
      runtime.uncheckedThread("A") { seen.append("A \(full.wait(atMost: .seconds(1)))") }
      runtime.uncheckedThread("B") {
        _ = empty.wait(atMost: .seconds(1))
        seen.append("B \(full.wait(atMost: .seconds(1)))")
      }
      runtime.atEnd { runtime.outcome("\(seen.sorted())") }
    }
    #expect(
      found == [#"["A true", "B false"]"#, #"["A false", "B true"]"#])
  }

  @Test func `a timer that was set before and is due before comes before the deadline`() throws {
    func program(after delay: Int) -> Program {
      { runtime in
        let (signal, queue) = (runtime.semaphore("S"), runtime.queue("Q"))
        runtime.thread("T") {
          runtime.after(.seconds(delay), on: queue) { signal.signal() }
          runtime.outcome("\(signal.wait(atMost: .seconds(2)))")
        }
      }
    }
    #expect(try outcomes(program(after: 3)) == ["false"])
    #expect(try outcomes(program(after: 1)).contains("true"))
  }

  @Test func `a completion is waited for until a deadline`() throws {
    let found = try outcomes { runtime in
      let done = runtime.completion("done")
      runtime.thread("waits") { runtime.outcome("\(done.wait(atMost: .seconds(1)))") }
      runtime.thread("completes") { done.complete() }
    }
    #expect(found == ["true", "false"])
  }

  @Test func `a recursive lock is waited for until a deadline`() throws {
    let found = try outcomes { runtime in
      let lock = runtime.recursiveLock("L")
      runtime.thread("holds") { lock.withLock {} }
      runtime.thread("waits") {
        let isTaken = lock.lock(atMost: .seconds(1))
        if isTaken { lock.unlock() }
        runtime.outcome("\(isTaken)")
      }
    }
    #expect(found == ["true", "false"])
  }

  // MARK: Conditions and groups

  @Test func `a consumer that waits in a loop gets every item`() throws {
    let found = try outcomes { runtime in
      let condition = runtime.condition("C")
      var (items, taken) = (0, 0)
      runtime.uncheckedThread("consumer") {
        for _ in 1...2 {
          condition.lock()
          while items == 0, !runtime.isUnwinding { condition.wait() }
          items -= 1
          taken += 1
          condition.unlock()
        }
      }
      for number in 1...2 {
        runtime.uncheckedThread("producer \(number)") {
          condition.withLock {
            items += 1
            condition.signal()
          }
        }
      }
      runtime.atEnd { runtime.outcome("\(taken)") }
    }
    #expect(found == ["2"])
  }

  /// ```
  /// waiter        signaller
  /// waits
  ///               signals, gives the lock back
  ///               takes it again, writes          (or the waiter comes first)
  /// has the lock
  /// ```
  @Test func `others may have the lock before who was woken`() throws {
    let found = try outcomes { runtime in
      let condition = runtime.condition("C")
      var (isReady, x) = (false, 0)
      runtime.uncheckedThread("waiter") {
        condition.withLock {
          let isEarly = !isReady
          while !isReady, !runtime.isUnwinding { condition.wait() }
          if isEarly { runtime.outcome("\(x)") }
        }
      }
      runtime.thread("signaller") {
        condition.withLock {
          isReady = true
          condition.signal()
        }
        condition.withLock { x = 1 }
      }
    }
    #expect(found == ["0", "1", "finished"])
  }

  @Test func `a signal that no thread waits for is lost`() throws {
    let found = try outcomes { runtime in
      let condition = runtime.condition("C")
      runtime.thread("waits") { condition.withLock { condition.wait() } }
      runtime.thread("signals") { condition.withLock { condition.signal() } }
      runtime.atEnd { runtime.outcome("woken") }
    }
    #expect(found == ["woken", "waits without end"])
  }

  @Test func `a condition is waited for until a deadline`() throws {
    let found = try outcomes { runtime in
      let condition = runtime.condition("C")
      runtime.thread("waits") {
        condition.withLock { runtime.outcome("\(condition.wait(atMost: .seconds(1)))") }
      }
      runtime.thread("signals") { condition.withLock { condition.broadcast() } }
    }
    #expect(found == ["true", "false"])
  }

  @Test func `a group is empty when all who entered have left`() throws {
    let found = try outcomes { runtime in
      let (group, x) = (runtime.group("G"), runtime.cell("x", 0))
      for number in 1...2 {
        group.enter()
        runtime.thread("T\(number)") {
          x.modify { $0 += 1 }
          group.leave()
        }
      }
      group.wait()
      runtime.outcome("\(x.read())")
    }
    #expect(found == ["2"])
  }

  @Test func `entering inside of the work may be too late for those who wait`() throws {
    let found = try outcomes { runtime in
      let (group, x) = (runtime.group("G"), runtime.cell("x", 0))
      runtime.thread("T") {
        group.enter()
        x.write(1)
        group.leave()
      }
      group.wait()
      runtime.outcome("\(x.read())")
    }
    #expect(found == ["0", "1"])
  }

  @Test func `a notice comes after the last block of the group`() throws {
    let found = try outcomes { runtime in
      let (group, queue) = (runtime.group("G"), runtime.queue("Q"))
      nonisolated(unsafe) var seen: [Int] = []
      for number in 1...2 { group.async(on: queue) { seen.append(number) } }
      group.notify(on: queue) { runtime.outcome("\(seen)") }
    }
    #expect(found == ["[1, 2]"])
  }

  // MARK: Concurrent queues

  @Test func `blocks of a concurrent queue run side by side, a barrier alone`() throws {
    func program(isBarrier: Bool) -> Program {
      { runtime in
        let (queue, x) = (runtime.concurrentQueue("Q"), runtime.cell("x", 0))
        for _ in 1...2 { queue.async(isBarrier: isBarrier) { x.write(x.read() + 1) } }
        runtime.atEnd { runtime.outcome("\(x.value)") }
      }
    }
    #expect(try outcomes(program(isBarrier: false)) == ["1", "2"])
    #expect(try outcomes(program(isBarrier: true)) == ["2"])
    #expect(try !explore("no barrier", program(isBarrier: false)).races.isEmpty)
    #expect(try explore("barrier", program(isBarrier: true)).races.isEmpty)
  }

  @Test func `what comes after a barrier sees what it did, what comes before does not`() throws {
    let found = try outcomes { runtime in
      let (queue, x) = (runtime.concurrentQueue("Q"), runtime.cell("x", 0))
      nonisolated(unsafe) var seen: [Int] = []
      queue.async { seen.append(x.read()) }
      queue.async(isBarrier: true) { x.write(1) }
      queue.sync { seen.append(x.read()) }
      runtime.atEnd { runtime.outcome("\(seen)") }
    }
    #expect(found == ["[0, 1]"])
  }

  // MARK: Values

  @Test func `a mutex is not divided, and can be found taken`() throws {
    let found = try outcomes { runtime in
      let (count, busy) = (runtime.mutex("count", 0), runtime.cell("busy", false))
      for number in 1...2 {
        runtime.thread("T\(number)") {
          if count.withLockIfAvailable({ $0 += 1 }) == nil { busy.write(true) }
        }
      }
      runtime.atEnd {
        runtime.outcome("\(count.withLock { $0 })" + (busy.value ? ", busy" : ""))
      }
    }
    #expect(found == ["2", "1, busy"])
  }

  @Test func `checking and acting in two sections of a mutex is split by another thread`() throws {
    let found = try outcomes { runtime in
      let seats = runtime.mutex("seats", 1)
      for number in 1...2 {
        runtime.thread("T\(number)") {
          if seats.withLock({ $0 > 0 }) { seats.withLock { $0 -= 1 } }
        }
      }
      runtime.atEnd { runtime.outcome("\(seats.withLock { $0 })") }
    }
    #expect(found == ["0", "-1"])
  }

  @Test func `adding to an atomic loses nothing, reading and storing does, and neither races`()
    throws
  {
    func program(_ add: @escaping @Sendable (SharedAtomic<Int>) -> Void) -> Program {
      { runtime in
        let count = runtime.atomic("count", 0)
        for number in 1...2 { runtime.thread("T\(number)") { add(count) } }
        runtime.task("task") { add(count) }
        runtime.atEnd { runtime.outcome("\(count.load())") }
      }
    }
    #expect(try outcomes(program { $0.add(1) }) == ["3"])
    #expect(try outcomes(program { $0.store($0.load() + 1) }) == ["1", "2", "3"])
    #expect(try explore("store", program { $0.store($0.load() + 1) }).races.isEmpty)
  }

  @Test func `one of two exchanges finds what it expects`() throws {
    let found = try outcomes { runtime in
      let owner = runtime.atomic("owner", 0)
      var winners: [Int] = []
      for number in 1...2 {
        runtime.uncheckedThread("T\(number)") {
          if owner.compareExchange(expected: 0, desired: number).exchanged {
            winners.append(number)
          }
        }
      }
      runtime.atEnd { runtime.outcome("\(winners)") }
    }
    #expect(found == ["[1]", "[2]"])
  }

  @Test func `a flag that is atomic publishes what was written before`() throws {
    let result = try explore("publish") { runtime in
      let (flag, x) = (runtime.atomic("flag", false), runtime.cell("x", 0))
      runtime.thread("writer") {
        x.write(1)
        flag.store(true)
      }
      runtime.thread("reader") { if flag.load() { runtime.outcome("\(x.read())") } }
    }
    #expect(result.races.isEmpty)
    #expect(Set(result.outcomes.map(\.name)) == ["1", "finished"])
  }

  // MARK: Streams

  @Test func `a thread and a task feed a stream in either order`() throws {
    let found = try outcomes { runtime in
      let stream = runtime.stream("S", of: Int.self)
      runtime.thread("thread") { stream.yield(1) }
      runtime.task("task") { stream.yield(2) }
      runtime.task("reader") {
        var seen: [Int] = []
        for _ in 1...2 { if let next = await stream.next() { seen.append(next) } }
        runtime.outcome("\(seen)")
      }
    }
    #expect(found == ["[1, 2]", "[2, 1]"])
  }

  @Test func `what comes after the end of a stream is lost`() throws {
    let found = try outcomes { runtime in
      let stream = runtime.stream("S", of: Int.self)
      runtime.thread("brings") { stream.yield(1) }
      runtime.thread("ends") { stream.finish() }
      runtime.task("reader") {
        var seen: [Int] = []
        for await value in stream { seen.append(value) }
        runtime.outcome("\(seen)")
      }
    }
    #expect(found == ["[]", "[1]"])
  }

  @Test func `a reader that waits for a stream that no thread ends waits without end`() throws {
    let result = try explore("endless") { runtime in
      let stream = runtime.stream("S", of: Int.self)
      runtime.task("reader") { for await _ in stream {} }
    }
    #expect(result[.waitsForever] == 1)
  }
}
