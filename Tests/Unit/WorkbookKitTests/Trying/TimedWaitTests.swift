import LongTests
import Testing

@testable import WorkbookKit

/// Waiting with a deadline, as Dispatch does it: what is free is taken, and who gives up takes
/// nothing with it. And what waits for no thread: operations of a queue that is suspended.
@Suite(.long, .serialized) struct TimedWaitTests {
  /// Counts under a lock.
  private static let box = """
    import Foundation
    final class Box: @unchecked Sendable {
      private let lock = NSLock()
      private var count = 0
      var value: Int { lock.withLock { count } }
      func add(_ isAdded: Bool) { lock.withLock { count += isAdded ? 1 : 0 } }
    }

    """

  @Test func `two that wait in vain both end`() async throws {
    let report = try await TryDesk.report(
      """
      import Foundation
      func scenario(_ s: Stage) {
        let never = DispatchSemaphore(value: 0)
        s.thread("A") { _ = never.wait(timeout: .now() + 0.1) }
        s.thread("B") { _ = never.wait(timeout: .now() + 0.1) }
      }
      """)
    #expect(report.found == [])
    #expect(report.isExhaustive)
  }

  @Test(arguments: ["NSLock", "NSRecursiveLock"])
  func `who waits for a lock until the distant future gets it`(_ kind: String) async throws {
    let report = try await TryDesk.report(
      """
      import Foundation
      func scenario(_ s: Stage) {
        let lock = \(kind)()
        nonisolated(unsafe) var taken = 0
        for name in ["A", "B"] {
          s.thread(name) {
            guard lock.lock(before: .distantFuture) else { return }
            taken += 1
            lock.unlock()
          }
        }
        s.expect("both") { taken == 2 }
      }
      """)
    #expect(report.found == [])
    #expect(report.isExhaustive)
  }

  @Test func `who waits for a condition until the distant future is woken`() async throws {
    let report = try await TryDesk.report(
      """
      import Foundation
      func scenario(_ s: Stage) {
        let ready = NSCondition()
        nonisolated(unsafe) var (isReady, isLate) = (false, false)
        s.thread("A") {
          ready.lock()
          while !isReady && !isLate { isLate = !ready.wait(until: .distantFuture) }
          ready.unlock()
        }
        s.thread("B") {
          ready.withLock { isReady = true }
          ready.broadcast()
        }
        s.expect("in time") { !isLate }
      }
      """)
    #expect(report.found == [])
    #expect(report.isExhaustive)
  }

  @Test(arguments: [".now()", ".now() + 0.1"])
  func `of two that want one, exactly one gets it`(_ deadline: String) async throws {
    let report = try await TryDesk.report(
      Self.box + """
        func scenario(_ s: Stage) {
          let (free, count) = (DispatchSemaphore(value: 1), Box())
          for name in ["A", "B"] {
            s.thread(name) {
              count.add(free.wait(timeout: \(deadline)) == .success)
            }
          }
          s.expect("one") { count.value == 1 }
        }
        """)
    #expect(report.found == [])
    #expect(report.orders == 4)
  }

  @Test func `a signal comes in time or not`() async throws {
    let report = try await TryDesk.report(
      Self.box + """
        func scenario(_ s: Stage) {
          let (done, isInTime) = (DispatchSemaphore(value: 0), Box())
          s.thread("A") {
            isInTime.add(done.wait(timeout: .now() + 1) == .success)
          }
          s.thread("B") { done.signal() }
          s.ending { isInTime.value == 1 ? "in time" : "late" }
        }
        """)
    #expect(report.endings.count == 2)
  }

  @Test func `an empty group is empty at once`() async throws {
    let report = try await TryDesk.report(
      Self.box + """
        func scenario(_ s: Stage) {
          let (group, isEmpty) = (DispatchGroup(), Box())
          s.thread("A") {
            isEmpty.add(group.wait(timeout: .now()) == .success)
          }
          s.expect("at once") { isEmpty.value == 1 }
        }
        """)
    #expect(report.found == [])
    #expect(report.orders == 1)
  }

  @Test func `the blocks of an operation run side by side`() async throws {
    let report = try await TryDesk.report(
      """
      import Foundation
      final class Sum: @unchecked Sendable { var total = 0 }
      func scenario(_ s: Stage) {
        let (sum, operation) = (Sum(), BlockOperation())
        operation.addExecutionBlock { sum.total += 1 }
        operation.addExecutionBlock { sum.total += 1 }
        OperationQueue().addOperation(operation)
      }
      """)
    #expect(report.findings.count == 1)
  }

  @Test func `a queue that is suspended begins nothing, and hangs nothing`() async throws {
    let loader = """
      import Foundation
      final class Loader: @unchecked Sendable {
        let queue = OperationQueue()
        private let lock = NSLock()
        private var done = 0
        var count: Int { lock.withLock { done } }
        func start() { for _ in 0..<2 { queue.addOperation { [self] in lock.withLock { done += 1 } } } }
      }

      """
    let resumed = try await TryDesk.report(
      loader + """
        func scenario(_ s: Stage) {
          let loader = Loader()
          loader.queue.isSuspended = true
          loader.start()
          s.thread("A") { loader.queue.isSuspended = false }
          s.expect("both") { loader.count == 2 }
        }
        """)
    #expect(resumed.found == [])
    #expect(resumed.isExhaustive)
    let left = try await TryDesk.report(
      loader + """
        func scenario(_ s: Stage) {
          let loader = Loader()
          loader.start()
          s.thread("A") { loader.queue.isSuspended = true }
          s.ending { String(loader.count) }
        }
        """)
    #expect(left.endings.count == 3)
  }

  @Test func `a lock with a deadline is taken or not`() async throws {
    let report = try await TryDesk.report(
      """
      import Foundation
      func scenario(_ s: Stage) {
        let lock = NSLock()
        s.thread("A") { lock.lock(); lock.unlock() }
        s.thread("B") {
          let isTaken = lock.lock(before: Date() + 1)
          if isTaken { lock.unlock() }
          s.expect("taken", isTaken)
        }
      }
      """)
    #expect(report.found.count == 1)
    #expect(report.isExhaustive)
  }

  @Test func `a hang is told however many threads it has left`() async throws {
    let report = try await TryDesk.report(
      """
      import Foundation
      final class Buffer: @unchecked Sendable {
        private let condition = NSCondition()
        private var items: [Int] = []
        func put(_ item: Int) {
          condition.lock()
          while items.count == 1 { condition.wait() }
          items.append(item)
          condition.signal()
          condition.unlock()
        }
        func take() -> Int {
          condition.lock()
          defer { condition.unlock() }
          while items.isEmpty { condition.wait() }
          condition.signal()
          return items.removeFirst()
        }
      }
      func scenario(_ s: Stage) {
        let buffer = Buffer()
        for name in ["P", "Q"] { s.thread(name) { buffer.put(1) } }
        for name in ["C", "D"] { s.thread(name) { _ = buffer.take() } }
      }
      """)
    #expect(report.found.first?.hasPrefix("HANG") == true)
  }
}
