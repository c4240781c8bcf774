import Foundation
import LongTests
import Testing

@testable import WorkbookKit

/// What packages are written with: read-write queues, locks of C, names in what they offer.
@Suite(.long, .serialized) struct PackageIdiomsTests {
  @Test func `reading and then writing behind a barrier loses an update`() async throws {
    let report = try await TryDesk.report(
      """
      import Dispatch
      final class Counter {
        private let queue = DispatchQueue(label: "counter", attributes: .concurrent)
        private var count = 0
        var value: Int { queue.sync { count } }
        func set(_ new: Int) { queue.sync(flags: .barrier) { count = new } }
      }
      func scenario(_ s: Stage) {
        let counter = Counter()
        for name in ["A", "B"] { s.thread(name) { counter.set(counter.value + 1) } }
        s.expect("both") { counter.value == 2 }
      }
      """)
    // The two readings are in no order: both before the first writing, or one after it.
    #expect(report.found == ["BROKEN \"both\" in 2 of 4"])
    #expect(report.isExhaustive)
  }

  @Test func `blocks that are enqueued behind a barrier come before and after it`() async throws {
    let report = try await TryDesk.report(
      """
      import Dispatch
      func scenario(_ s: Stage) {
        let queue = DispatchQueue(label: "names", attributes: .concurrent)
        var (name, seen) = ("old", "")
        s.thread("writer") { queue.async(flags: .barrier) { name = "new" } }
        s.thread("reader") { queue.async { seen = name } }
        s.ending { seen }
      }
      """)
    #expect(report.endings.map(\.words).sorted() == ["new", "old"])
    #expect(report.findings.isEmpty)
  }

  @Test func `who cancels all operations meets those that are added meanwhile, or not`()
    async throws
  {
    let report = try await TryDesk.report(
      """
      import Foundation
      func scenario(_ s: Stage) {
        let (queue, lock) = (OperationQueue(), NSLock())
        var runs = 0
        queue.maxConcurrentOperationCount = 1
        s.thread("adds") { queue.addOperation { lock.withLock { runs += 1 } } }
        s.thread("cancels") { queue.cancelAllOperations() }
        s.ending { "\\(runs) ran" }
      }
      """)
    #expect(report.endings.map(\.words).sorted() == ["0 ran", "1 ran"])
  }

  @Test func `mutexes and shared locks of C are controlled`() async throws {
    let report = try await TryDesk.report(
      """
      import Glibc
      final class Lock {
        private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
        init() {
          var attributes = pthread_mutexattr_t()
          pthread_mutexattr_init(&attributes)
          pthread_mutexattr_settype(&attributes, .init(PTHREAD_MUTEX_ERRORCHECK))
          precondition(pthread_mutex_init(mutex, &attributes) == 0)
        }
        deinit { precondition(pthread_mutex_destroy(mutex) == 0) }
        func lock() { precondition(pthread_mutex_lock(mutex) == 0) }
        func unlock() { precondition(pthread_mutex_unlock(mutex) == 0) }
      }
      func scenario(_ s: Stage) {
        let (one, two) = (Lock(), Lock())
        var count = 0
        s.thread("A") { one.lock(); two.lock(); count += 1; two.unlock(); one.unlock() }
        s.thread("B") { two.lock(); one.lock(); count += 1; one.unlock(); two.unlock() }
      }
      """)
    #expect(report.findings.map(\.kind) == [.hang])
    #expect(report.findings.first?.orders == 1)
    #expect(report.orders == 3)
  }

  @Test func `what a package offers to others has these names in it`() async throws {
    let report = try await TryDesk.report(
      """
      import Foundation
      public enum Callback: Sendable {
        case queue(DispatchQueue), here
        public func call(_ block: @escaping () -> Void) {
          switch self {
          case .queue(let queue): queue.async { block() }
          case .here: block()
          }
        }
        public var queue: DispatchQueue { OperationQueue.current?.underlyingQueue ?? .main }
      }
      func scenario(_ s: Stage) {
        var count = 0
        s.thread("A") { Callback.queue(.main).call { count += 1 } }
        s.thread("B") { Callback.here.queue.async { count += 1 } }
        s.expect("both") { count == 2 }
      }
      """)
    #expect(report.found == [])
    #expect(report.orders == 2)
  }
}
