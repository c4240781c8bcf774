import LongTests
import Testing

@testable import WorkbookKit

/// What `try` finds in code that knows nothing of a scheduler.
@Suite(.serialized) struct TryoutTests {
  @Test(
    .long,
    arguments: [
      (TryStart.Template.queue, "BROKEN \"never below zero\" in 4 of 6"),
      (.lock, "BROKEN \"loads once\" in 4 of 6"),
      (.actor, "BROKEN \"loads once\" in 4 of 6"),
      (.operation, "BROKEN \"fetched before shown\" in 1 of 2"),
      (.coredata, "BROKEN \"counts both\" in 12 of 20"),
      (.nested, "BROKEN \"the room is in the store\" in 1 of 2"),
    ])
  func `each template has something to find`(template: TryStart.Template, found: String)
    async throws
  {
    let report = try await TryDesk.report(template.text)
    #expect(report.found == [found])
    #expect(report.isExhaustive)
    #expect(report.status == .notPassed)
  }

  @Test(.long) func `a cache that looks and loads in one section is right in every order`()
    async throws
  {
    let text = TryStart.Template.lock.text
      .replacing("lock.unlock()\n", with: "defer { lock.unlock() }\n")
      .replacing(
        "    lock.withLock {\n      loads += 1\n      images[name] = image\n    }\n",
        with: "    loads += 1\n    images[name] = image\n")
    let report = try await TryDesk.report(text)
    #expect(report.found == [])
    #expect(report.orders == 2)
    #expect(report.status == .done)
    #expect(report.endings.map(\.words) == ["ran to its end"])
  }

  @Test func `two locks in two orders hang, and the circle is told`() async throws {
    let report = try await TryDesk.report(
      """
      import Foundation
      func scenario(_ s: Stage) {
        let (one, two) = (NSLock(), NSLock())
        s.thread("A") { one.lock(); two.lock(); two.unlock(); one.unlock() }
        s.thread("B") { two.lock(); one.lock(); one.unlock(); two.unlock() }
      }
      """)
    #expect(report.findings.map(\.kind) == [.hang])
    #expect(report.findings.first?.orders == 1)
    #expect(report.orders == 3)
    #expect(report.findings.first?.cycle?.links.map(\.thread).sorted() == ["A", "B"])
    // They are made on one line, and told apart.
    let held = report.findings.first?.cycle?.links.map { "\($0.waitsFor)" } ?? []
    #expect(Set(held).count == 2)
  }

  /// ```
  /// A                B
  /// ──────────────   ──────────────
  /// reads count
  ///                  reads count
  ///                  writes count
  /// writes count
  /// ```
  /// What a library changes is one access, as nothing is known of its reads and writes.
  @Test(
    .long,
    arguments: [
      ("box.count += 1", 4), ("box.point.x += 1", 4), ("total += 1", 4), ("box.isOn.toggle()", 2),
      ("box.list.append(1)", 2),
    ])
  func `what is changed in place is read and written`(change: String, orders: Int) async throws {
    let report = try await TryDesk.report(
      """
      struct Point { var x = 0; var y = 0 }
      final class Box { var count = 0; var point = Point(); var isOn = false; var list: [Int] = [] }
      nonisolated(unsafe) var total = 0
      func scenario(_ s: Stage) {
        let box = Box()
        s.thread("A") { \(change) }
        s.thread("B") { \(change) }
      }
      """)
    #expect(report.findings.map(\.kind) == [.race])
    #expect(report.isExhaustive && report.orders == orders)
  }

  @Test(.long) func `a trap in one order is told with the steps before it`() async throws {
    let report = try await TryDesk.report(
      """
      import Foundation
      func scenario(_ s: Stage) {
        let lock = NSLock()
        var isReady = false
        s.thread("A") { lock.withLock { isReady = true } }
        s.thread("B") { lock.withLock { precondition(isReady, "not ready") } }
      }
      """)
    #expect(report.findings.map(\.kind) == [.trap])
    let finding = try #require(report.findings.first)
    #expect(finding.sentence.contains("Mine.swift:6: Precondition failed: not ready"))
    #expect(finding.lastSteps.last?.contains("B takes lock NSLock of Mine.swift:3") == true)
    #expect(report.status == .notPassed)
  }

  @Test(.long) func `a singleton, a global and a static are fresh in each run`() async throws {
    let report = try await TryDesk.report(
      """
      import Foundation
      final class Counter {
        static let shared = Counter()
        static var made = 0
        private let lock = NSLock()
        private var count = 0
        init() { Counter.made += 1 }
        func add() { lock.withLock { count += 1 } }
        var value: Int { lock.withLock { count } }
      }
      var log: [String] = []
      func scenario(_ s: Stage) {
        for name in ["A", "B", "C"] {
          s.thread(name) { Counter.shared.add() }
        }
        log.append("begun")
        s.expect("three") { Counter.shared.value == 3 }
        s.expect("made once") { Counter.made == 1 }
        s.expect("begun once") { log == ["begun"] }
      }
      """)
    #expect(report.found == [])
    // Each of three may make it, and then the lock is taken in one of six orders.
    #expect(report.orders == 18)
    #expect(report.status == .done)
  }

  @Test(.long) func `the clock, chance and the order of a set are the same in each run`()
    async throws
  {
    let report = try await TryDesk.report(
      """
      import Foundation
      func scenario(_ s: Stage) {
        let lock = NSLock()
        let names = Set((1...20).map { "\\($0)" })
        let text = "\\(UUID()) \\(Int.random(in: 0...1_000_000)) \\(Date()) \\(names.joined())"
          + "\\([1, 2, 3, 4, 5].shuffled()) \\(ContinuousClock().now)"
        for name in ["A", "B"] { s.thread(name) { lock.withLock { _ = name } } }
        s.ending { text }
      }
      """)
    #expect(report.endings.map(\.orders) == [2])
    #expect(report.endings.first?.words.contains(" 2025-01-01 09:00:00 +0000 ") == true)
    #expect(report.status == .done)
  }

  @Test(.long) func `several endings without an expectation are counted, and no finding`()
    async throws
  {
    let report = try await TryDesk.report(
      """
      import Foundation
      func scenario(_ s: Stage) {
        let lock = NSLock()
        var order = ""
        for name in ["A", "B"] { s.thread(name) { lock.withLock { order += name } } }
        s.ending { order }
      }
      """)
    #expect(report.endings.map(\.words) == ["AB", "BA"])
    #expect(report.status == .done)
  }

  @Test(.long) func `a budget that is too small is no verdict`() async throws {
    var options = TryOptions()
    options.budget = 3
    let text = TryStart.Template.lock.text.replacing("cache.loads == 1", with: "true")
    let report = try await TryDesk.report(text, options)
    #expect(report.found == [])
    #expect(report.status == .inconclusive)
  }

  @Test(.long) func `a semaphore that is never signalled is a hang`() async throws {
    let report = try await TryDesk.report(
      """
      import Foundation
      func scenario() {
        let done = DispatchSemaphore(value: 0)
        DispatchQueue.global().async { _ = done.wait(timeout: .distantFuture) }
      }
      """)
    #expect(report.findings.map(\.kind) == [.hang])
  }

  @Test(.long, arguments: [2, 3])
  func `what the code prints is shown, also where nothing is found`(expected: Int) async throws {
    let report = try await TryDesk.report(
      """
      import Foundation
      func scenario(_ s: Stage) {
        for name in ["A", "B"] { s.thread(name) { print("from", name) } }
        s.expect("two") { \(expected) == 2 }
      }
      """)
    #expect(report.printed?.lines.sorted() == ["from A", "from B"])
    #expect(report.findings.isEmpty == (expected == 2))
  }

  @Test(.long) func `of orders that take long what is known after a while is told`() async throws {
    let report = try await TryDesk.report(
      """
      import Foundation
      func scenario(_ s: Stage) {
        let lock = NSLock()
        for name in ["A", "B", "C"] {
          s.thread(name) { for _ in 1...9 { lock.withLock {} } }
        }
      }
      """, patience: .seconds(1))
    #expect(report.findings.isEmpty && !report.isExhaustive)
    #expect(report.reason?.hasPrefix("stopped after 1 s, at ") == true, "\(report.reason ?? "")")
  }
}
