internal import Synchronization

/// A run that leaves the scheduler's hands: it ends where it does, with the same words each time,
/// whatever the threads outside make of it.
extension ControlledCore {
  /// `thread` hands something to a thread outside the run.
  func noteHandOver(to whom: String, by thread: VirtualThread) {
    loseControl(
      .uncontrolledWork("\(thread.name) hands work to \(whom)", thread.pending.place), thread)
  }

  /// `thread` uses what belongs to another runtime.
  func noteStranger(
    _ what: String, of runtime: String, madeAt: SourcePlace, usedAt: SourcePlace,
    by thread: VirtualThread
  ) {
    loseControl(.stranger("\(what) of \(runtime)", madeAt: madeAt, usedAt: usedAt), thread)
  }

  private func loseControl(_ failure: ProgramFailure, _ thread: VirtualThread) {
    guard isGoingOn, thread === running, mustStop == nil else { return }
    let failure = reason(failure)
    model.record.failures.append(failure)
    model.record.failedAt = model.record.failedAt ?? model.steps.count
    lostControl.withLock { $0 = failure }
    mustStop = .uncontrolled
    handsOver = thread
    ThreadState.current.asOwnAffair { handOver(from: thread) }
  }

  /// A job of `thread` was given to an executor that is not the language's. Its next operation
  /// should be that of the queue which the executor stands for.
  func checkDelivery(by thread: VirtualThread, _ next: OperationKind?) {
    guard let task = thread.delivers.take(), next != .enqueue else { return }
    noteHandOver(to: "the executor of its own that \(task) goes to", by: thread)
  }
}
