import Interleaving
import Testing

/// Exploring what an order can come to from somewhere on.
struct BeginningTests {
  private static let program: @Sendable (Runtime) throws -> Void = { runtime in
    let x = runtime.cell("x", 0)
    for name in ["A", "B", "C"] { runtime.thread(name) { x.write(x.read() + 1) } }
    runtime.atEnd { runtime.outcome("\(x.value)") }
  }

  private func explored(_ beginning: ExplorationOptions.Beginning?) throws -> Exploration {
    var options = ExplorationOptions(.plain, shrinks: false)
    options.beginning = beginning
    return try explore("three", options: options, Self.program)
  }

  /// Six steps; every choice that is kept leaves fewer orders.
  @Test func `the first choices of a code are kept, and everything after them is run`() throws {
    let all = try explored(nil)
    let code = try #require(all.outcomes.first { $0.name == "1" }).example.description
    let counts = try (0...5).map { try explored(.init(code, choices: $0)).schedules }
    #expect(counts[0] == all.schedules)
    #expect(zip(counts, counts.dropFirst()).allSatisfy { $0 > $1 })
    let last = try explored(.init(code, choices: 100))
    #expect(last.schedules == 1 && last["1"] == 1)
    #expect(last.coverage == .partial(.beginning(choices: 100)))
    #expect(last.summary.contains("all that begin with the first 100 choices of a code"))
  }

  @Test func `what begins like an order that loses updates ends like it or worse`() throws {
    let all = try explored(nil)
    let code = try #require(all.outcomes.first { $0.name == "1" }).example.description
    var options = ExplorationOptions(shrinks: false)
    options.beginning = .init(code, choices: 3)
    let rest = try explore("three", options: options, Self.program)
    #expect(rest["1"] > 0 && rest["3"] == 0)
  }

  @Test func `a code of another program is refused`() {
    var options = ExplorationOptions()
    options.beginning = .init("other@1-abcd:-", choices: 1)
    #expect(throws: ExplorationError.self) {
      try explore("three", options: options, Self.program)
    }
  }
}
