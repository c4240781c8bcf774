internal import Dispatch

/// Letting the threads of a doomed run out, one at a time: nothing blocks them any more, throwing
/// operations throw, and whatever they hold is released on the way.
extension ControlledCore {
  /// Operations a thread may still make on its way out before it is taken to go round without end.
  private static let unwindingLimit = 10_000

  func nextToLetOut() -> VirtualThread? {
    unwindingSteps = 0
    // Who cancels holds what the cancelled task needs to get out.
    let canceller = tasks?.cancellations.last.map { model.threads[$0.thread] }
    if let canceller, canceller.hasStack { return canceller }
    return model.threads.first { $0.hasStack } ?? nextLeftover()
  }

  func countUnwindingStep() {
    guard let thread = ThreadState.virtual, thread.isOf(self) else { return }
    unwindingSteps += 1
    if unwindingSteps > Self.unwindingLimit { park(thread) }
  }

  /// The last resort: the thread sleeps until the process ends, and is counted.
  func park(_ thread: VirtualThread) {
    lose(thread)
    // Who waits for a block that is stuck on the main thread cannot be let out without it.
    if thread.id == 0 {
      for other in model.threads where other.pending.kind == .finishOnMain && other.hasStack {
        lose(other)
      }
    }
    if let next = nextToLetOut() {
      running = next
      wake(next)
    } else {
      endWithoutNext()
    }
    Self.sleepForGood()
  }

  func lose(_ thread: VirtualThread) {
    parked += 1
    thread.phase = .ended
    crew.lose(thread.worker!)
  }
}
