import Interleaving
import Testing

struct ReplayTests {
  @Test func `every outcome comes with a code that leads to it again`() throws {
    let program = Programs.lostUpdate(times: 2)
    let exploration = try explore("lost update", program)
    #expect(exploration.outcomes.count == 2)
    for outcome in exploration.outcomes {
      let report = try replay(outcome.example.description, of: "lost update", program)
      #expect(report.outcome == outcome.name)
      #expect(report.code == outcome.example)
    }
  }

  @Test func `the deadlock of two locks is one decision`() throws {
    let exploration = try explore("ABBA", Programs.abba)
    let deadlock = try #require(exploration.failures.first)
    #expect(deadlock.code.description.hasSuffix(":2C"))
    #expect(deadlock.preemptions == 1)
  }

  @Test(arguments: [
    "", "lost-update", "lost-update@1:1B", "lost-update@x-7777:1B", "lost-update@1-77:1B",
    "lost-update@1-7777:B", "lost-update@1-7777:1B.1C", "lost-update@1-7777:2C.1B",
    "lost-update@1-7777:1b", "lost-update@1-7777:1BBB", "lost-update@1-7777:", "@:",
    "lost-update@1-7777:99999999999999999999B", "lost-update@1-7777:1ZZ",
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

  @Test func `a code whose operations have changed is refused`() throws {
    let old = try explore("sum", Programs.lostUpdate(times: 1))
    let code = try #require(old.outcomes.first { $0.name == "wrong" }).example.description
    #expect(throws: ReplayError.self) {
      try replay(code, of: "sum", Programs.mutex(times: 1))
    }
  }
}
