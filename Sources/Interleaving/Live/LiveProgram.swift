internal import Dispatch
internal import Foundation
internal import Synchronization

/// What a program came to that ran on real threads.
public struct LiveReport: Sendable {
  /// The last outcome it named; nil if it named none.
  public let outcome: String?
  /// What it declared a failure, and errors its threads threw.
  public let failures: [String]
  /// The data races that happened: accesses that nothing in the program put in an order, in the order
  /// in which the second one of each came. Between tasks, races are not looked for.
  public let races: [RaceReport]
}

/// Runs a program once on real threads, the calling thread being its main thread, and returns
/// when every thread and named task has ended and every queue is empty. Call it on the main thread. A deadlock
/// hangs and a crash crashes, so give it a process of its own.
///
/// ```swift
/// let report = runLive { runtime in transfer(in: runtime) }
/// print(report.outcome ?? "no outcome", report.failures)
/// ```
///
/// - Parameter program: What is run; it gets ``Runtime/live``.
/// - Returns: The outcome that the program named last, and its failures.
public func runLive(_ program: Program) -> LiveReport {
  let activity = LiveActivity.shared
  activity.watch()
  LiveRaces.shared.begin()
  activity.begin()
  do { try program(.live) } catch { activity.record { $0.failures.append("\(error)") } }
  activity.end()
  repeat {
    while !activity.isIdle { _ = RunLoop.main.run(mode: .default, before: .distantFuture) }
    activity.runEndBlocks()
  } while !activity.isIdle
  return activity.report(LiveRaces.shared.end())
}

/// Counts what a live program has under way, and keeps what it says of itself. Costs one load
/// which is not watched.
final class LiveActivity: @unchecked Sendable {
  // @unchecked Sendable because `journal` is touched only under `mutex`; the rest is atomic.
  static let shared = LiveActivity()

  struct Journal {
    var outcome: String?
    var isOutcomeFinal = false
    var failures: [String] = []
    var endBlocks: [() throws -> Void] = []
  }

  private let isWatched = Atomic(false)
  private let underWay = Atomic(0)
  private let mutex = Mutex<Void>(())
  private var journal = Journal()

  func watch() { isWatched.store(true, ordering: .sequentiallyConsistent) }

  /// A thread was started or a block enqueued.
  func begin() {
    guard isWatched.load(ordering: .relaxed) else { return }
    underWay.add(1, ordering: .sequentiallyConsistent)
  }

  /// It has come to its end.
  func end() {
    guard isWatched.load(ordering: .relaxed) else { return }
    let left = underWay.subtract(1, ordering: .sequentiallyConsistent).newValue
    // The main thread sleeps in its run loop; an empty block wakes it.
    if left == 0 { DispatchQueue.main.async {} }
  }

  var isIdle: Bool { underWay.load(ordering: .sequentiallyConsistent) == 0 }

  func record(_ change: (inout Journal) -> Void) {
    guard isWatched.load(ordering: .relaxed) else { return }
    mutex.withLock { _ in change(&journal) }
  }

  func runEndBlocks() {
    LiveRaces.shared.takeAll()
    while let block = nextEndBlock {
      do { try block() } catch { record { $0.failures.append("\(error)") } }
    }
  }

  private var nextEndBlock: (() throws -> Void)? {
    mutex.withLock { _ in journal.endBlocks.isEmpty ? nil : journal.endBlocks.removeFirst() }
  }

  func report(_ races: [RaceReport]) -> LiveReport {
    mutex.withLock { _ in
      LiveReport(outcome: journal.outcome, failures: journal.failures, races: races)
    }
  }
}
