import Interleaving
import Testing

/// Orders that are asked for by what the program notes.
struct NotesInOrderTests {
  private static let lostUpdate: @Sendable (Runtime) throws -> Void = { runtime in
    let x = runtime.cell("x", 0)
    for name in ["A", "B"] {
      runtime.thread(name) {
        let known = x.read()
        runtime.note(name, "\(name) has read")
        runtime.note(name, "\(name) writes")
        x.write(known + 1)
        runtime.note(name, "\(name) is through")
      }
    }
    runtime.atEnd { runtime.outcome("\(x.value)") }
  }

  private func options(_ notes: String...) -> ExplorationOptions {
    var options = ExplorationOptions()
    options.notes = notes
    return options
  }

  @Test func `all orders in which notes come as they are asked for, and no others`() throws {
    let lost = try explore(
      "two", options: options("A has read", "B has read", "A writes", "B writes"), Self.lostUpdate)
    #expect(lost.outcomes.map(\.name) == ["1"] && lost["1"] > 0)
    #expect(lost.coverage == .partial(.notes(4)))
    #expect(lost.summary.contains("all in which 4 notes come in the given order"))
    let right = try explore("two", options: options("B is through", "A writes"), Self.lostUpdate)
    // A may have read before that.
    #expect(Set(right.outcomes.map(\.name)) == ["1", "2"])
    let divided = try explore(
      "two", options: options("B is through", "A writes"), jobs: 2, Self.lostUpdate)
    #expect(divided.schedules == right.schedules)
    // None may be in one of the parts.
    let parts = try (1...3).map { number in
      var options = options("B is through", "A writes")
      options.shard = ExplorationOptions.Shard(number, of: 3)
      return try explore("two", options: options, Self.lostUpdate)
    }
    #expect(parts.reduce(0) { $0 + $1.schedules } == right.schedules)
    #expect(parts.contains { $0.schedules == 0 })
  }

  @Test func `one order of this kind is run once, and its code repeats it`() throws {
    let options = options("A has read", "B has read", "A writes", "B writes")
    let run = runOnce("two", options: options, Self.lostUpdate)
    #expect(run.ending.kind == .outcome("1"))
    let again = try replay(run.code.description, of: "two", options: options, Self.lostUpdate)
    #expect(again.ending.kind == .outcome("1"))
  }

  @Test func `what cannot be, or is misspelt, is told`() throws {
    #expect(throws: ExplorationError.noSuchOrder(notes: ["A writes", "A has read"], came: 0)) {
      try explore("two", options: options("A writes", "A has read"), Self.lostUpdate)
    }
    let misspelt = ["A has read", "B has red"]
    let error = #expect(throws: ExplorationError.noSuchOrder(notes: misspelt, came: 1)) {
      try explore("two", options: options("A has read", "B has red"), Self.lostUpdate)
    }
    #expect(
      error?.description == "no order has these notes one after the other: \"A has read\" comes, "
        + "and then \"B has red\" does not; look how it is spelt, and what it has to wait for")
  }

  /// Which of two threads comes first to a note that both say is a matter of order.
  @Test func `a note that several threads say comes as often as it is named`() throws {
    let program: @Sendable (Runtime) throws -> Void = { runtime in
      let log = runtime.cell("log", "")
      for name in ["A", "B"] {
        runtime.thread(name) {
          runtime.note(name, "begins")
          log.modify { $0 += name }
        }
      }
      runtime.thread("C") {
        log.modify { $0 += "C" }
        runtime.note("C", "is through")
      }
      runtime.atEnd { runtime.outcome(log.value) }
    }
    let once = try explore("begin", options: options("is through", "begins"), program)
    #expect(
      Set(once.outcomes.map(\.name)) == ["CAB", "CBA", "ACB", "BCA"])
    let twice = try explore("begin", options: options("is through", "begins", "begins"), program)
    #expect(Set(twice.outcomes.map(\.name)) == ["CAB", "CBA"])
  }

  /// ```
  /// A                      B
  /// says "A is in"         waits for the lock
  /// ```
  @Test func `an order that a lock forbids is told, and a deadlock on the way counts`() throws {
    #expect(throws: ExplorationError.noSuchOrder(notes: ["A in", "B in", "A out"], came: 1)) {
      try explore("lock", options: options("A in", "B in", "A out")) { runtime in
        let lock = runtime.lock("lock")
        for name in ["A", "B"] {
          runtime.thread(name) {
            lock.withLock {
              runtime.note(name, "\(name) in")
              runtime.note(name, "\(name) out")
            }
          }
        }
      }
    }
    let stuck = try explore("ABBA", options: options("A has one", "B has one", "end")) { runtime in
      let locks = [runtime.lock("first"), runtime.lock("second")]
      for (name, order) in [("A", [0, 1]), ("B", [1, 0])] {
        runtime.thread(name) {
          locks[order[0]].withLock {
            runtime.note(name, "\(name) has one")
            locks[order[1]].withLock {}
          }
        }
      }
    }
    #expect(stuck.outcomes.map(\.ending) == [.deadlock])
  }

  /// ```
  /// A                                  B
  /// goes round until B is through      stands before "B is through": waits for "A is through"
  /// ```
  @Test func `where a run without end misses its notes nothing is said of the order`() throws {
    var options = options("A is through", "B is through")
    options.points = 60
    let cut = try explore("round", options: options) { runtime in
      let (isOver, rounds) = (runtime.cell("is over", false), runtime.cell("rounds", 0))
      runtime.thread("A") {
        while !isOver.read() { rounds.write(rounds.read() + 1) }
        runtime.note("A", "A is through")
      }
      runtime.thread("B") {
        runtime.note("B", "B is through")
        isOver.write(true)
      }
    }
    #expect(cut.schedules == 0 && cut.coverage == .partial(.unfinishedRun))
    #expect(
      cut.summary == "stopped at a run that did not come to its end, after 0 schedules; "
        + "nothing can be said of it")
  }

  /// In a process of its own: see `ChildSearchTests`. Where A has the lock first, B waits before its note
  /// for good, and that is none of the orders.
  @Test
  func `what misses the order counts for nothing, in a child and when simpler orders are sought`()
    async
  {
    await #expect(processExitsWith: .success) {
      let program: @Sendable (Runtime) throws -> Void = { runtime in
        let (lock, other) = (runtime.lock("lock"), runtime.lock("other"))
        let gate = runtime.semaphore("gate")
        for name in ["A", "B"] {
          runtime.thread(name) {
            lock.withLock { other.withLock { runtime.note(name, "\(name) is in") } }
            if name == "B" { gate.wait() }
          }
        }
      }
      var options = ExplorationOptions()
      options.notes = ["B is in", "A is in"]
      let whole = try explore("gate", options: options, program)
      #expect(whole.outcomes.map(\.ending) == [.waitsForever])
      #expect(whole.simplestFailure?.deadlock?.description.contains("the turn of") == false)
      options.mostParked = 0
      let divided = try explore("gate", options: options, program)
      #expect(divided.schedules == whole.schedules)
      #expect(divided.outcomes.map(\.ending) == [.waitsForever])
      #expect(divided.simplestFailure?.code == whole.simplestFailure?.code)
    }
  }

  @Test func `samples and a portfolio keep to it`() throws {
    for method in [
      ExplorationOptions.Method.sampled(40, seed: 1), .portfolio(40, seed: 1),
    ] {
      var options = ExplorationOptions(method)
      options.notes = ["A has read", "B has read", "A writes", "B writes"]
      #expect(
        try explore("two", options: options, Self.lostUpdate).outcomes.map(\.name) == ["1"])
    }
  }
}
