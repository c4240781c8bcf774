internal import Dispatch
internal import Foundation

/// A thread that takes its share of an exploration.
final class Helper: @unchecked Sendable {
  // @unchecked Sendable because its thread writes `found` before it signals `done`, and the caller
  // reads it after that; the explorer in it is used by one of them at a time.
  typealias Found = (explorer: Explorer, divergence: Divergence?)

  private let work: @Sendable (Share, Progress) -> Found
  private var found: Found?
  private let done = DispatchSemaphore(value: 0)

  init(_ work: @escaping @Sendable (Share, Progress) -> Found) { self.work = work }

  func start(_ share: Share, _ progress: Progress) {
    let thread = Thread { [self] in
      found = work(share, progress)
      done.signal()
    }
    thread.name = "helper"
    thread.start()
  }

  func finish() -> Found {
    done.wait()
    return found!
  }
}
