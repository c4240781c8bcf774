internal import Interleaving

/// Waiting that may end by itself: a timer is one more party that signals.
///
///     waiter                     timer                    other
///     wait(timeout)
///                                after a while: signal
///                                                         signal (perhaps too late)
///     asks who it was
///
/// Which of the two comes first is open, as it is on a machine that is busy.
struct TimedWait {
  private enum State { case waiting, over, timedOut }

  /// Tells whether the signal came in time; a signal that came too late is still there.
  static func wait(
    _ semaphore: CountingSemaphore, _ timeout: Duration?, file: StaticString, line: UInt
  ) -> Bool {
    guard let timeout else {
      semaphore.wait(file: file, line: line)
      return true
    }
    let runtime = Runtime.current
    let state = runtime.atomic("timeout", State.waiting)
    runtime.after(timeout, on: runtime.queue("timeout"), file: file, line: line) {
      let isLate = state.change("changes") { state in
        guard state == .waiting else { return false }
        state = .timedOut
        return true
      }
      if isLate { semaphore.signal(file: file, line: line) }
    }
    semaphore.wait(file: file, line: line)
    return state.change("changes", file: file, line: line) { state in
      guard state == .waiting else { return false }
      state = .over
      return true
    }
  }
}
