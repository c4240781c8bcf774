import Interleaving
import Testing

@testable import WorkbookKit

/// What an exploration says beside its numbers.
struct ExplorationPageTests {
  private func page(
    options: ExplorationOptions? = nil, _ program: @escaping Variant.Program
  ) throws -> [String] {
    let variant = Variant.bug("T", idea: "I.", expecting: .failing(1, of: 3), program: program)
    let scenario = Scenario(
      "page/test", title: "T", question: "Q?", outcomes: [.allowed("done", "Done.")],
      variants: [variant])
    let experiment = Experiment(scenario, variant)
    let result = try experiment.explore(options ?? experiment.options(), forStory: true)
    return ExplorationPage(result).lines(width: 1000, isAccessible: false).map(\.text)
  }

  /// ```
  /// one       two
  /// A
  ///           B       from here on each waits for the other
  /// ```
  @Test func `it says from which step on every order goes wrong`() throws {
    let lines = try page { runtime in
      let (a, b) = (runtime.lock("A"), runtime.lock("B"))
      runtime.thread("one") { a.withLock { b.withLock {} } }
      runtime.thread("two") { b.withLock { a.withLock {} } }
      runtime.outcome("done")
    }
    #expect(
      lines.contains(
        "Up to step 1 it could still end well; from step 2 on every order goes wrong."))
    #expect(lines.contains { $0.contains("── from here on every order goes wrong") })
    #expect(lines.contains { $0.contains("waits for lock B") && $0.contains("│") })
    #expect(lines.contains { $0.contains("can never go on: one holds lock A") })
  }

  @Test func `opposite orders that never meet are told, with both lines`() throws {
    let line = #line + 3
    let lines = try page { runtime in
      let (a, b) = (runtime.lock("A"), runtime.lock("B"))
      runtime.thread("one") { a.withLock { b.withLock {} } }.join()
      runtime.thread("two") { b.withLock { a.withLock {} } }.join()
      runtime.outcome("done")
    }
    let warning = try #require(lines.first { $0.hasPrefix("None hangs, but locks or queues") })
    let place = "ExplorationPageTests.swift:\(line)"
    #expect(warning.contains("one takes lock B (\(place)) while it holds lock A (\(place))"))
    let other = "ExplorationPageTests.swift:\(line + 1)"
    #expect(warning.contains("two takes lock A (\(other)) while it holds lock B (\(other))"))
  }

  @Test func `one order of all locks is nothing to speak of`() throws {
    let lines = try page { runtime in
      let (a, b) = (runtime.lock("A"), runtime.lock("B"))
      for name in ["one", "two"] { runtime.thread(name) { a.withLock { b.withLock {} } } }
      runtime.outcome("done")
    }
    #expect(!lines.contains { $0.contains("opposite orders") })
  }

  /// Eight threads can go one after the other in 40,320 orders, more than are looked at.
  @Test func `a simplest order that may not be the simplest is told as that`() throws {
    let title = "The simplest order that goes wrong"
    let doubt = "An order that goes wrong; there may be a simpler one, not all were looked at"
    let few = try page { runtime in
      let x = runtime.cell("x", 0)
      runtime.thread("writer") { x.write(1) }
      runtime.thread("reader") { if x.read() == 1 { runtime.fail("it is heard") } }
    }
    #expect(few.contains(title) && !few.contains(doubt))
    let many = try page(options: ExplorationOptions(schedules: 500)) { runtime in
      let x = runtime.cell("x", 0)
      for number in 1...8 {
        runtime.thread("T\(number)") {
          x.write(number)
          if number == 8, x.read() == 8 { runtime.fail("the last one is heard") }
        }
      }
    }
    #expect(many.contains(doubt) && !many.contains(title))
  }
}
