import Testing

@testable import Interleaving

struct ReplayTests {
  @Test func `every outcome comes with a code that leads to it again`() throws {
    let program = Programs.lostUpdate(times: 2)
    let exploration = try explore("lost update", program)
    #expect(exploration.outcomes.count == 2)
    for outcome in exploration.outcomes {
      let report = try replay(outcome.example.description, of: "lost update", program)
      #expect(report.ending.kind == outcome.ending)
      #expect(report.code == outcome.example)
    }
  }

  /// Trying, waiting for a while and exchanging come to one thing or another.
  @Test func `so it does where steps may fail`() throws {
    let program: Program = { runtime in
      let (lock, semaphore) = (runtime.lock("L"), runtime.semaphore("S"))
      let owner = runtime.atomic("owner", 0)
      var seen: [String] = []
      for number in 1...2 {
        runtime.uncheckedThread("T\(number)") {
          if lock.try() { lock.unlock() } else { seen.append("locked") }
          if !semaphore.wait(atMost: .seconds(1)) { seen.append("late") }
          if !owner.compareExchange(expected: 0, desired: number).exchanged {
            seen.append("owned")
          }
          semaphore.signal()
        }
      }
      runtime.atEnd { runtime.outcome("\(seen)") }
    }
    let exploration = try explore("trying", program)
    #expect(exploration.outcomes.count == 4)
    for outcome in exploration.outcomes {
      let report = try replay(outcome.example.description, of: "trying", program)
      #expect(report.ending.kind == outcome.ending)
    }
  }

  /// Four threads that all write one cell, 60 steps each.
  @Test func `codes of long random schedules stay short and lead there again`() throws {
    let program: Program = { runtime in
      let cell = runtime.cell("x", 0)
      for number in 1...4 {
        runtime.thread("T\(number)") { for step in 1...60 { cell.write(number * 100 + step) } }
      }
      runtime.atEnd { runtime.outcome("\(cell.read())") }
    }
    let options = ExplorationOptions(.sampled(20, seed: 7), shrinks: false)
    let exploration = try explore("sampled", options: options, program)
    #expect(exploration.outcomes.count > 1)
    for outcome in exploration.outcomes {
      #expect(outcome.example.description.count < 120)
      let report = try replay(outcome.example.description, of: "sampled", program)
      #expect(report.ending.kind == outcome.ending && report.code == outcome.example)
      #expect(report.schedule.threads.count == 240)
    }
  }

  @Test func `the deadlock of two locks is one decision`() throws {
    let exploration = try explore("ABBA", Programs.abba)
    let deadlock = try #require(exploration.failures.first)
    #expect(deadlock.code.description.contains(":2C~"))
    #expect(deadlock.preemptions == 1)
  }

  @Test(arguments: [
    "", "lost-update", "lost-update@1:1B", "lost-update@x-7777:1B", "lost-update@1-77:1B",
    "lost-update@1-7777:B", "lost-update@1-7777:1B.1C", "lost-update@1-7777:2C.1B",
    "lost-update@1-7777:1b", "lost-update@1-7777:1BBB", "lost-update@1-7777:", "@:",
    "lost-update@1-7777:99999999999999999999B", "lost-update@1-7777:1ZZ",
    "lost-update@1-7777:1B~", "lost-update@1-7777:1B~u", "lost-update@1-7777:1B~zz",
    "lost-update@1-7777:1B~gggggggggggggggggggggggggg", "lost-update@1-7777:*",
    "lost-update@1-7777:*0", "lost-update@1-7777:*u", "lost-update@1-7777:*zzzz",
  ])
  func `a damaged code is refused`(_ code: String) {
    #expect(throws: ReplayError.self) {
      try replay(code, of: "lost update", Programs.lostUpdate(times: 1))
    }
  }

  @Test func `a code of another program or version is refused with the reason`() throws {
    let program = Programs.lostUpdate(times: 1)
    let code = runOnce("lost update", program).code.description
    #expect(throws: ReplayError.otherProgram(code: "lost-update", expected: "other")) {
      try replay(code, of: "other", program)
    }
    #expect(throws: ReplayError.otherVersion(code: 1, expected: 2)) {
      try replay(code, of: "lost update", version: 2, program)
    }
  }

  /// ```
  /// the code     T1 reads   T2 reads        T2 writes   T1 writes
  /// the program  T1 reads   T2 takes lock
  /// ```
  @Test func `a replay stops at the first difference and shows both sides`() throws {
    let code = try lostUpdateCode()
    let error = #expect(throws: ReplayError.self) {
      try replay(code, of: "sum") { runtime in
        let counter = runtime.cell("counter", 0)
        let lock = runtime.lock("L")
        runtime.thread("T1") { counter.write(counter.read() + 1) }
        runtime.thread("T2") { lock.withLock { counter.write(counter.read() + 1) } }
      }
    }
    #expect(
      error
        == .otherStep(
          choice: 2, thread: "T2", expected: "reads counter", found: "takes lock L"))
  }

  /// T1 and T3 stand before their writes when there are two of them to choose from and not one.
  @Test func `nothing of the program runs after the first difference`() throws {
    let code = try lostUpdateCode()
    var written: [String] = []
    #expect(throws: ReplayError.self) {
      try replay(code, of: "sum") { runtime in
        let counter = runtime.cell("counter", 0)
        for name in ["T1", "T2"] {
          runtime.uncheckedThread(name) {
            counter.write(counter.read() + 1)
            if !runtime.isUnwinding { written.append(name) }
          }
        }
        runtime.thread("T3") { counter.write(7) }
      }
    }
    #expect(written == ["T2"])
  }

  /// A queue is such a thing as well: it gets its thread with its first block.
  @Test(
    arguments: ["cell", "lock", "semaphore", "completion", "queue"], ["first", "between", "last"])
  func `one thing that the program makes in addition, and does not use, is none`(
    kind: String, place: String
  ) throws {
    func program(unused: Bool) -> @Sendable (Runtime) throws -> Void {
      { runtime in
        func make(_ here: String) {
          guard unused, place == here else { return }
          switch kind {
          case "cell": _ = runtime.cell("unused", 0)
          case "lock": _ = runtime.lock("unused")
          case "semaphore": _ = runtime.semaphore("unused")
          case "completion": _ = runtime.completion("unused")
          default: _ = runtime.queue("unused")
          }
        }
        make("first")
        let counter = runtime.cell("counter", 0)
        make("between")
        let queue = runtime.queue("log")
        for name in ["T1", "T2"] {
          runtime.thread(name) {
            counter.write(counter.read() + 1)
            queue.async {}
          }
        }
        make("last")
        runtime.atEnd { runtime.outcome("\(counter.value)") }
      }
    }
    for recorded in [false, true] {
      let outcomes = try explore("sum", program(unused: recorded)).outcomes
      #expect(outcomes.map(\.name).sorted() == ["1", "2"])
      for outcome in outcomes {
        let code = outcome.example.description
        let run = try replay(code, of: "sum", program(unused: !recorded))
        #expect(run.ending.kind == outcome.ending)
      }
    }
  }

  @Test func `another thing of the same kind is a difference`() throws {
    let program: @Sendable (Int) -> Program = { second in
      { runtime in
        let cells = [runtime.cell("x", 0), runtime.cell("y", 0)]
        runtime.thread("T1") { cells[0].write(1) }
        runtime.thread("T2") { cells[second].write(1) }
      }
    }
    let error = #expect(throws: ReplayError.self) {
      try replay("cells@1-0000:1C~k", of: "cells", program(1))
    }
    #expect(
      error == .otherStep(choice: 1, thread: "T2", expected: "writes x", found: "writes y"))
  }

  @Test func `a run with fewer choices or more is a difference`() throws {
    let code = try lostUpdateCode()
    let shorter = #expect(throws: ReplayError.self) {
      try replay(code, of: "sum") { runtime in
        let counter = runtime.cell("counter", 0)
        runtime.thread("T1") { counter.write(counter.read() + 1) }
        runtime.thread("T2") { _ = counter.read() }
      }
    }
    #expect(shorter == .unusedChoice(choice: 3, of: 2))
    let longer = #expect(throws: ReplayError.self) {
      try replay(code, of: "sum") { runtime in
        let counter = runtime.cell("counter", 0)
        for name in ["T1", "T2"] {
          runtime.thread(name) {
            counter.write(counter.read() + 1)
            _ = counter.read()
          }
        }
      }
    }
    guard case .furtherChoice(choice: 4, _) = longer else {
      Issue.record("unexpected error \(String(describing: longer))")
      return
    }
  }

  /// A code that a person shortened by hand.
  @Test func `without its marks a code is still checked at the end`() throws {
    let code = try lostUpdateCode()
    let short = String(code.prefix { $0 != "~" })
    #expect(try replay(short, of: "sum", Programs.lostUpdate(times: 1)).outcome == "wrong")
    let error = #expect(throws: ReplayError.self) {
      try replay(short, of: "sum") { runtime in
        let counter = runtime.cell("counter", 0)
        runtime.thread("T1") { _ = (counter.read(), counter.read()) }
        runtime.thread("T2") { counter.write(counter.read() + 1) }
      }
    }
    guard case .otherOperations = error else {
      Issue.record("unexpected error \(String(describing: error))")
      return
    }
  }

  private func lostUpdateCode() throws -> String {
    let exploration = try explore("sum", Programs.lostUpdate(times: 1))
    return try #require(exploration.outcomes.first { $0.name == "wrong" }).example.description
  }
}
