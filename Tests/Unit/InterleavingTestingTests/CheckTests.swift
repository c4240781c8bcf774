import Interleaving
import LongTests
import Testing

@testable import InterleavingTesting

/// A line of code that fails the test it stands in, and what it says.
struct CheckTests {
  private static let lostUpdate: @Sendable (Runtime) throws -> Void = { runtime in
    let x = runtime.cell("x", 0)
    for name in ["A", "B"] { runtime.thread(name) { x.write(x.read() + 1) } }
    runtime.atEnd { runtime.outcome("\(x.value)") }
  }

  @Test func `a program that is right passes`() throws {
    try check(outcomes: ["2"]) { runtime in
      let count = runtime.mutex("count", 0)
      for name in ["A", "B"] { runtime.thread(name) { count.withLock { $0 += 1 } } }
      runtime.atEnd { runtime.outcome("\(count.withLock { $0 })") }
    }
  }

  @Test func `an outcome that is not in the list fails with claim, story and code`() throws {
    let found = try issues { try check("lost", outcomes: ["2"], Self.lostUpdate) }
    #expect(found.count == 1)
    let text = found[0].comments.map(\.rawValue).joined()
    #expect(text.contains("4 distinct schedules, all there are"))
    #expect(text.contains("2 of 4 fail") && !text.contains("pass"))
    #expect(text.contains("this order ends with: 1"))
    #expect(text.contains("reads x"))
    #expect(text.split(separator: "\n").count <= 40)
    let code = try #require(text.firstMatch(of: /replaying: "([^"]+)"/)?.1)
    let again = try issues {
      try check("lost", outcomes: ["2"], replaying: String(code), Self.lostUpdate)
    }
    #expect(again.count == 1)
    #expect(try issues { try check("lost", replaying: String(code), Self.lostUpdate) }.isEmpty)
  }

  @Test func `any outcome passes where none is asked for`() throws {
    #expect(try issues { try check("any", Self.lostUpdate) }.isEmpty)
  }

  /// An engine's word: the program cannot know of it, so it need not have said that it is wrong.
  @Test func `what an engine saw off its queue fails, unless it is asked for`() throws {
    let program: Program = { runtime in
      runtime.thread("A") { runtime.finalOutcome("violation") }
      runtime.atEnd { runtime.outcome("right") }
    }
    let found = try issues { try check("queue", program) }
    #expect(found.map { $0.comments.map(\.rawValue).joined().contains("violation") } == [true])
    #expect(try issues { try check("queue", outcomes: ["violation"], program) }.isEmpty)
  }

  @Test func `it fails at the line that decides`() throws {
    let found = try issues {
      try check("declared") { runtime in
        runtime.thread("T") { runtime.fail("wrong") }
      }
    }
    #expect(found.first?.sourceLocation?.line == #line - 3)
    #expect(found.first?.sourceLocation?.fileID == #fileID)
  }

  @Test func `a deadlock says who waits for whom`() throws {
    let found = try issues {
      try check("deadlock") { runtime in
        let (one, other) = (runtime.lock("one"), runtime.lock("other"))
        runtime.thread("A") { one.withLock { other.withLock {} } }
        runtime.thread("B") { other.withLock { one.withLock {} } }
      }
    }
    let text = found.first?.comments.map(\.rawValue).joined() ?? ""
    #expect(text.contains("2 threads wait for each other in a circle"))
    #expect(text.contains("A holds lock one"))
  }

  @Test func `a long story is told from its end, in 40 lines`() throws {
    let found = try issues {
      try check("long") { runtime in
        let x = runtime.cell("x", 0)
        runtime.thread("T") {
          for number in 1...100 { x.write(number) }
          runtime.fail("at last")
        }
      }
    }
    let text = found.first?.comments.map(\.rawValue).joined() ?? ""
    #expect(text.contains("lines before)"))
    #expect(text.contains("writes x"))
    #expect(text.split(separator: "\n").count <= 40)
    #expect(text.hasSuffix("{ ... }"))
  }

  @Test func `a simplest order that is not proven to be the simplest says so`() throws {
    func told(_ threads: Int) throws -> String {
      let options = ExplorationOptions(schedules: 200)
      let found = try issues {
        try check("many", options: options) { runtime in
          let x = runtime.cell("x", 0)
          for number in 1...threads { runtime.thread("T\(number)") { x.write(number) } }
          runtime.atEnd { runtime.fail("always") }
        }
      }
      return found.first?.comments.map(\.rawValue).joined() ?? ""
    }
    let (proven, open) = try (told(3), told(8))
    #expect(proven.contains("this order ends with: failed\n"))
    #expect(open.contains("failed (there may be a simpler one: not all were looked at)\n"))
  }

  @Test func `what was not run to the end does not pass`() throws {
    let options = ExplorationOptions(schedules: 1)
    let found = try issues { try check("budget", options: options, Self.lostUpdate) }
    #expect(found.first?.comments.first?.rawValue.contains("not every order was run") == true)
  }

  /// The checker sees one of a pair of cells set and the other not; depth first, it would be the first
  /// setter that is interrupted last.
  @Test(.long) func `where there are too many orders, not only the first are tried`() throws {
    let options = ExplorationOptions(schedules: 300)
    let found = try issues {
      try check("reorder", options: options) { runtime in
        let (a, b) = (runtime.cell("a", 0), runtime.cell("b", 0))
        for number in 1...9 {
          runtime.thread("setter \(number)") {
            a.write(1)
            b.write(1)
          }
        }
        runtime.thread("checker") { if a.read() != b.read() { runtime.fail("half set") } }
      }
    }
    let told = found.first?.comments.first?.rawValue ?? ""
    #expect(told.contains("chosen depth first, with few preemptions, by priorities and by chance"))
    #expect(told.contains("half set"))
  }
}
