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

  @Test func `a lock of the reader's own stands where one of Foundation's is asked for`()
    async throws
  {
    let report = try await TryDesk.report(
      """
      import Foundation
      import os
      final class Mine: NSLocking {
        private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
        init() { pthread_mutex_init(mutex, nil) }
        func lock() { pthread_mutex_lock(mutex) }
        func unlock() { pthread_mutex_unlock(mutex) }
      }
      private protocol Lock { func lock(); func unlock() }
      extension NSLock: Lock {}
      extension OSAllocatedUnfairLock<Void>: Lock {}
      final class Counter {
        private let locks: [any Lock] = [NSLock(), OSAllocatedUnfairLock()]
        private let own: any NSLocking = Mine()
        var counts = [0, 0, 0]
        func add() {
          for (index, lock) in locks.enumerated() {
            lock.lock()
            counts[index] += 1
            lock.unlock()
          }
          own.withLock { counts[2] += 1 }
        }
      }
      func scenario(_ s: Stage) {
        let counter = Counter()
        s.thread("A") { counter.own { $0.add() } }
      }
      extension Counter { func own(_ body: (Counter) -> Void) { body(self) } }
      func scenarioOfTwo(_ s: Stage) {
        let (one, other) = (NSLock(), OSAllocatedUnfairLock())
        func both(_ first: any Lock, _ second: any Lock) {
          first.lock()
          second.lock()
          second.unlock()
          first.unlock()
        }
        s.thread("A") { both(one, other) }
        s.thread("B") { both(other, one) }
      }
      """)
    #expect(report.found == [])
  }

  @Test func `Apple's lock of C is one at an address, in code that is compiled here or not`()
    async throws
  {
    let report = try await TryDesk.report(
      """
      import Foundation
      #if canImport(Darwin)
      final class Elsewhere {
        var raw = os_unfair_lock()
        func lock() { os_unfair_lock_lock(&raw) }
      }
      #endif
      final class Counter {
        private let lock: os_unfair_lock_t
        private(set) var count = 0
        init() {
          lock = .allocate(capacity: 1)
          lock.initialize(to: os_unfair_lock())
        }
        deinit {
          lock.deinitialize(count: 1)
          lock.deallocate()
        }
        func add() {
          os_unfair_lock_lock(lock)
          defer { os_unfair_lock_unlock(lock) }
          count += 1
        }
        func addIfFree() -> Bool {
          guard os_unfair_lock_trylock(lock) else { return false }
          defer { os_unfair_lock_unlock(lock) }
          count += 1
          return true
        }
      }
      func scenario(_ s: Stage) {
        let counter = Counter()
        s.thread("A") { counter.add() }
        s.thread("B") { _ = counter.addIfFree() }
        s.ending { "\\(counter.count)" }
      }
      """)
    #expect(report.findings.isEmpty)
    #expect(report.endings.map(\.words).sorted() == ["1", "2"])
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
