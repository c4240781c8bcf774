import Foundation
import Interleaving
import LongTests
import Synchronization
import Testing

/// Nothing may grow with the number of runs, whatever way they end. Threads and memory are those of
/// a process, so the test has a process to itself: others run beside it in this one.
/// `WORKBOOK_DEADLOCKS=100000` goes through so many.
@Suite(.long) struct EnduranceTests {
  final class Witness: Sendable {
    static let alive = Atomic(0)
    init() { Witness.alive.add(1, ordering: .relaxed) }
    deinit { Witness.alive.subtract(1, ordering: .relaxed) }
  }

  @Test func `10,000 deadlocks leave no thread, no memory and no object behind`() async {
    await #expect(processExitsWith: .success) { try EnduranceTests.runDeadlocks() }
  }

  private static func runDeadlocks() throws {
    let program: Program = { runtime in
      let (a, b) = (runtime.lock("A"), runtime.lock("B"))
      for (name, first, second) in [("T1", a, b), ("T2", b, a)] {
        let witness = Witness()
        runtime.thread(name) {
          first.withLock {
            // Both have their first lock before either asks for its second.
            runtime.semaphore("pause", value: 1).wait()
            second.withLock { withExtendedLifetime(witness) {} }
          }
        }
      }
    }
    func deadlocks(_ runs: Int, seed: UInt64) throws -> Int {
      var options = ExplorationOptions(.sampled(runs, seed: seed), shrinks: false)
      options.stuckThreads = .letGo
      return try explore("ABBA", options: options, program)[.deadlock]
    }
    _ = try deadlocks(2_000, seed: 1)
    let before = ProcessUsage.now
    let wanted =
      ProcessInfo.processInfo.environment["WORKBOOK_DEADLOCKS"].flatMap { Int($0) } ?? 10_000
    var count = 0
    var seed: UInt64 = 2
    while count < wanted {
      count += try deadlocks(2_000, seed: seed)
      seed += 1
    }
    let after = ProcessUsage.now
    let alive = Witness.alive.load(ordering: .relaxed)
    precondition(alive == 0, "\(alive) objects are left")
    precondition(after.threads <= before.threads, "\(before.threads) threads, \(after.threads)")
    let growth = after.kilobytes - before.kilobytes
    precondition(growth < 1024, "memory grew by \(growth) kB")
  }
}
