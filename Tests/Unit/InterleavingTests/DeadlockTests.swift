import Interleaving
import Testing

struct DeadlockTests {
  /// As with Dispatch, which ends the process or hangs.
  @Test func `waiting for a block of the queue one is on is a deadlock`() throws {
    let own = try explore("own queue") { runtime in
      let queue = runtime.queue("Q")
      queue.async { queue.sync { runtime.outcome("ran") } }
    }
    #expect(own.failingSchedules == own.schedules)
    #expect(own["ran"] == 0)
    #expect(
      own.deadlocks.first?.description.hasPrefix("deadlock: a thread waits for itself") == true)
    let main = try explore("main from main") { runtime in runtime.main.sync {} }
    #expect(main.failingSchedules == main.schedules)
    #expect(main.deadlocks.first?.members.map(\.thread) == ["main"])
  }

  /// Wherever the block came from, and through whatever other queue.
  @Test func `in every spelling a queue that waits for itself is told as that`() throws {
    func expect(_ name: String, _ program: @escaping Program) throws {
      let result = try explore(name, program)
      #expect(result.outcomes.map(\.ending) == [.deadlock], "\(name)")
      let told = result.deadlocks.first?.description ?? ""
      #expect(told.hasPrefix("deadlock: a thread waits for itself"), "\(name): \(told)")
    }
    try expect("nested") { runtime in
      let queue = runtime.queue("Q")
      queue.sync { queue.sync {} }
    }
    try expect("around another") { runtime in
      let (a, b) = (runtime.queue("A"), runtime.queue("B"))
      a.sync { b.sync { a.sync {} } }
    }
    try expect("main inside a queue's block") { runtime in
      runtime.queue("Q").sync { runtime.main.sync {} }
    }
    try expect("a block of main") { runtime in runtime.main.async { runtime.main.sync {} } }
    try expect("a timer on main") { runtime in
      runtime.after(.seconds(1), on: runtime.main) { runtime.main.sync {} }
    }
    try expect("a task of the main actor") { runtime in
      Task { @MainActor in runtime.main.sync {} }
    }
    try expect("a step on the main actor") { runtime in
      runtime.task("T") { await MainActor.run { runtime.main.sync {} } }
    }
    try expect("a barrier") { runtime in
      let queue = runtime.concurrentQueue("C")
      queue.sync { queue.sync(isBarrier: true) {} }
    }
    try expect("while nothing is told") { runtime in
      let queue = runtime.queue("Q")
      runtime.untraced { queue.sync { queue.sync {} } }
    }
  }

  @Test func `at the end, where nothing waits, a queue that would wait for itself fails`() throws {
    for isMain in [true, false] {
      let result = try explore("at the end") { runtime in
        let queue = isMain ? runtime.main : runtime.queue("Q")
        runtime.atEnd {
          if isMain { queue.sync {} } else { queue.sync { queue.sync {} } }
        }
      }
      let failure = try #require(result.failures.first?.failures.first)
      let expected = "main, on queue \(isMain ? "main" : "Q"), waits for a block of the same queue"
      #expect(failure.description.hasPrefix(expected))
    }
  }

  /// An engine's calls may nest: `performAndWait` inside a block of the same context.
  @Test func `an engine may run at once on the queue it is on`() throws {
    let result = try explore("nested") { runtime in
      let queue = runtime.queue("Q")
      queue.sync { queue.syncOrRun { runtime.outcome("ran") } }
    }
    #expect(result.outcomes.map(\.name) == ["ran"])
  }

  @Test func `a cycle names what each thread holds and wants, and where`() throws {
    let deadlock = try #require(explore("ABBA", Programs.abba).deadlocks.first)
    #expect(deadlock.kind == .cycle)
    #expect(!deadlock.isPartial)
    #expect(deadlock.victims.isEmpty)
    for member in deadlock.members {
      #expect(member.holds.count == 1)
      #expect(member.place.description.hasPrefix("Programs.swift:"))
      let other = try #require(deadlock.members.first { $0 != member })
      #expect(member.waitsFor == other.thread)
      #expect(member.wants.held == other.holds.first?.held)
    }
  }

  @Test func `a queue that waits for itself through another one is a cycle of one`() throws {
    let result = try explore("A in B in A") { runtime in
      let (a, b) = (runtime.queue("A"), runtime.queue("B"))
      a.sync { b.sync { a.sync {} } }
    }
    let deadlock = try #require(result.deadlocks.first)
    #expect(result.schedules == 1)
    #expect(deadlock.members.map(\.thread) == ["main"])
    #expect(deadlock.members.first?.wants == .turn(queue: "A"))
  }

  @Test func `a lock is not recursive`() throws {
    let result = try explore("twice") { runtime in
      let lock = runtime.lock("L")
      lock.withLock { lock.withLock {} }
    }
    #expect(result.deadlocks.map(\.members.count) == [1])
  }

  /// ```
  /// T1        T2        T3
  /// A         B         adds one to x, three times, and ends
  /// waits B   waits A
  /// ```
  @Test func `others go on after a cycle has closed, and it is found where it closed`() throws {
    let result = try explore("partial") { runtime in
      let (a, b) = (runtime.lock("A"), runtime.lock("B"))
      let x = runtime.cell("x", 0)
      runtime.thread("T1") { a.withLock { b.withLock {} } }
      runtime.thread("T2") { b.withLock { a.withLock {} } }
      runtime.thread("T3") { for _ in 1...3 { x.write(x.read() + 1) } }
    }
    #expect(result.schedules == 3)
    #expect(result[.deadlock] == 1)
    let simplest = try #require(result.simplestFailure)
    #expect(simplest.failedAt == 2)
    #expect(simplest.deadlock?.isPartial == true)
    #expect(simplest.decisions.count == 8)
  }

  @Test func `a signal that no thread can send is told apart`() throws {
    let result = try explore("lost") { runtime in
      let flag = runtime.cell("flag", false)
      let semaphore = runtime.semaphore("S")
      runtime.thread("waiter") { if !flag.read() { semaphore.wait() } }
      runtime.thread("signaller") { flag.write(true) }
    }
    #expect(result[.waitsForever] == 1)
    let deadlock = try #require(result.deadlocks.first)
    #expect(deadlock.kind == .lostWakeUp)
    #expect(deadlock.members.map(\.thread) == ["waiter"])
    #expect(deadlock.members.first?.wants == .signal(semaphore: "S"))
  }

  @Test func `a lock that its thread never gave back is told apart`() throws {
    let result = try explore("kept") { runtime in
      let lock = runtime.lock("L")
      runtime.thread("T1") { lock.lock() }.join()
      lock.lock()
    }
    #expect(result.deadlocks.map(\.kind) == [.neverReleased])
  }

  @Test(arguments: ["lock", "recursive", "condition", "writing"])
  func `locks that are made on one line are told apart`(kind: String) throws {
    let result = try explore("accounts") { runtime in
      func make() -> (_ body: () -> Void) -> Void {
        switch kind {
        case "lock":
          let lock = runtime.lock("L")
          return { lock.withLock($0) }
        case "recursive":
          let lock = runtime.recursiveLock("L")
          return { lock.withLock($0) }
        case "condition":
          let lock = runtime.condition("L")
          return { lock.withLock($0) }
        default:
          let lock = runtime.readWriteLock("L")
          return { lock.writing($0) }
        }
      }
      let (one, other) = (make(), make())
      runtime.uncheckedThread("T1") { one { other {} } }
      runtime.uncheckedThread("T2") { other { one {} } }
    }
    let members = try #require(result.simplestFailure?.deadlock).members
    #expect(Set(members.map { "\($0.wants)" }.map { $0.contains("(2)") }) == [true, false])
    for member in members {
      let wantsSecond = "\(member.wants)".contains("(2)")
      #expect(member.holds.map { "\($0.held)".contains("(2)") } == [!wantsSecond])
    }
  }

  @Test func `who waits behind a cycle is a victim of it`() throws {
    let result = try explore("victim") { runtime in
      let (a, b) = (runtime.lock("A"), runtime.lock("B"))
      let threads = [
        runtime.thread("T1") { a.withLock { b.withLock {} } },
        runtime.thread("T2") { b.withLock { a.withLock {} } },
      ]
      for thread in threads { thread.join() }
    }
    let deadlock = try #require(result.deadlocks.first)
    #expect(deadlock.victims.map(\.thread) == ["main"])
    #expect(deadlock.victims.first?.wants == .end(thread: "T1"))
  }

  @Test func `opposite orders are warned of where they cannot meet in this program`() throws {
    let result = try explore("one after the other") { runtime in
      let (a, b) = (runtime.lock("A"), runtime.lock("B"))
      runtime.thread("T1") { a.withLock { b.withLock {} } }.join()
      runtime.thread("T2") { b.withLock { a.withLock {} } }.join()
    }
    #expect(result.failures.isEmpty)
    #expect(result.lockOrderWarnings.count == 1)
    let edges = try #require(result.lockOrderWarnings.first).edges
    #expect(edges.map(\.held) == [.lock(name: "A"), .lock(name: "B")])
    #expect(edges.map(\.taken) == [.lock(name: "B"), .lock(name: "A")])
  }

  @Test func `a lock around both orders makes them harmless`() throws {
    let result = try explore("guarded") { runtime in
      let (guardian, a, b) = (runtime.lock("G"), runtime.lock("A"), runtime.lock("B"))
      runtime.thread("T1") { guardian.withLock { a.withLock { b.withLock {} } } }
      runtime.thread("T2") { guardian.withLock { b.withLock { a.withLock {} } } }
    }
    #expect(result.failures.isEmpty)
    #expect(result.lockOrderWarnings.isEmpty)
  }
}
