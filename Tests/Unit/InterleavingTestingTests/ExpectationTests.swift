import Dispatch
import Foundation
import Interleaving
import Synchronization
import Testing

@testable import InterleavingTesting

/// Expectations inside of a program, which runs on threads that no test knows.
struct ExpectationTests {
  private final class Words: Sendable {
    private let words = Mutex<Set<String>>([])
    func add(_ word: String) { words.withLock { _ = $0.insert(word) } }
    var sorted: [String] { words.withLock { $0.sorted() } }
  }

  @Test func `every thread and task of a program knows the test`() throws {
    let seen = Words()
    let name = try #require(Test.current?.name)
    try check("threads") { runtime in
      let cell = runtime.cell("x", 0)
      @Sendable func look(_ place: String) {
        cell.modify { $0 += 1 }
        seen.add("\(place): \(Test.current?.name == name)")
      }
      look("main")
      runtime.thread("T") { look("thread") }
      runtime.queue("Q").async { look("queue") }
      runtime.task("task") { await Task { look("task of a task") }.value }
      runtime.atEnd { look("end") }
    }
    #expect(
      seen.sorted == ["end", "main", "queue", "task of a task", "thread"].map { "\($0): true" })
  }

  /// The threads serve other explorations later.
  @Test func `afterwards no thread knows it any more`() throws {
    let seen = Words()
    try check("known") { runtime in runtime.thread("T") { seen.add("\(Test.current != nil)") } }
    let done = DispatchSemaphore(value: 0)
    Thread {
      _ = runOnce("unknown") { runtime in
        runtime.thread("T") { seen.add("outside: \(Test.current != nil)") }
      }
      done.signal()
    }.start()
    done.wait()
    #expect(seen.sorted == ["outside: false", "true"])
  }

  /// A third of the orders ends with 22 threads that wait, so that a child process runs the last ones. It
  /// gets nothing that another test holds when it is made, so this one has a process of its own.
  @Test func `an expectation that fails in a child process fails its order`() async {
    await #expect(processExitsWith: .success) {
      func failing(_ stuck: ExplorationOptions.StuckThreads) throws -> Int {
        var options = ExplorationOptions(shrinks: false)
        (options.stuckThreads, options.mostParked) = (stuck, 100)
        var count = 0
        _ = try issues {
          let result = try #require(try check("late", options: options, Self.lateFailure))
          #expect((result.parkedThreads > 0) == (stuck == .park))
          count = result[.failed]
        }
        return count
      }
      let count = try failing(.letGo)
      #expect(try failing(.park) == count && count > 0)
    }
  }

  private static let lateFailure: @Sendable (Runtime) throws -> Void = { runtime in
    let (first, second) = (runtime.lock("first"), runtime.lock("second"))
    let turns = runtime.cell("turns", "")
    let done = runtime.semaphore("done")
    let ends = (1...20).map { runtime.semaphore("end \($0)") }
    for (name, locks) in [("A", [first, second]), ("B", [second, first])] {
      runtime.thread(name) {
        for _ in 1...3 { turns.modify { $0 += name } }
        if name == "A" { #expect(turns.value != "BBBAAA") }
        locks[0].withLock { locks[1].withLock {} }
        done.signal()
      }
    }
    for end in ends { runtime.thread("watcher") { end.wait() } }
    for _ in 1...2 { done.wait() }
    for end in ends { end.signal() }
  }

  @Test func `a check tells an expectation that fails inside with its order`() throws {
    let found = Mutex<[String]>([])
    try withKnownIssue {
      try check("lost") { runtime in
        let x = runtime.cell("x", 0)
        for name in ["A", "B"] { runtime.thread(name) { x.write(x.read() + 1) } }
        runtime.atEnd { #expect(x.value == 2) }
      }
    } matching: { issue in
      found.withLock { $0.append(issue.comments.map(\.rawValue).joined()) }
      return true
    }
    let texts = found.withLock { $0 }
    #expect(texts.count == 1)
    let text = try #require(texts.first)
    #expect(text.contains("2 of 4 fail"))
    #expect(text.contains("Expectation failed: (x.value → 1) == 2 (ExpectationTests.swift:"))
    #expect(text.contains("try check(replaying: \"lost@1-"))
  }
}
