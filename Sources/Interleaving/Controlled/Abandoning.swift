internal import Dispatch
internal import Foundation
internal import Synchronization

/// Leaving a run behind because the thread that holds the token does not answer.
extension ControlledCore {
  static let graceAfterAbandoning = Duration.milliseconds(2)

  /// Called by the watchdog.
  func abandon(_ cause: StuckThread.Cause) {
    guard let was = enter(.abandoned) else { return }
    let beats = beats.load(ordering: .relaxed)
    // Had it woken up this very moment, it would be in the model now; it finds the run over at
    // its next operation, and what it does until then is not looked at.
    Thread.sleep(forTimeInterval: Self.graceAfterAbandoning / .seconds(1))
    let isStill = beats == self.beats.load(ordering: .relaxed)
    let thread = isStill ? running : nil
    stuck.withLock {
      $0 = StuckThread(
        thread: thread?.name ?? "a thread", cause: thread.flatMap(handlers) ?? cause,
        after: thread.map(lastOperation) ?? "went on",
        isLeaving: was == .unwinding)
    }
    finished.signal()
  }

  /// What keeps a task from going on, if it is a thread that cancels it.
  private func handlers(of thread: VirtualThread) -> StuckThread.Cause? {
    guard let tasks, thread.isLane || thread.runsJob,
      let cancellation = tasks.cancellations.last(where: { $0.thread != thread.id })
    else { return nil }
    return .handlerRuns(in: model.threads[cancellation.thread].name)
  }

  private func lastOperation(of thread: VirtualThread) -> String {
    thread.pending.kind == .begin ? "began" : model.words(thread.pending)
  }

  /// How many threads wait for good.
  var othersWithStack: Int { model.threads.count { $0.hasStack && $0 !== running } }

  /// Lets the other threads out, one by one, and returns how many real threads are lost.
  func letOthersOut() -> Int {
    var lost = 0
    for thread in model.threads where thread.hasStack && thread !== running {
      // Its block is on the stack of the main thread; it must not go before that one.
      guard thread.pending.kind != .finishOnMain, let worker = thread.worker else {
        lost += 1
        continue
      }
      worker.wake.signal()
      if crew.leftBehind.wait(timeout: .now() + 0.2) == .success {
        worker.dismiss()
      } else {
        lost += 1
      }
    }
    return lost
  }

  /// The thread that did not answer may do so by now. Returns how many real threads are lost.
  func letRunningOut() -> Int {
    var lost = 0
    if crew.leftBehind.wait(timeout: .now() + 0.05) == .success {
      running?.worker?.dismiss()
    } else {
      lost += 1
    }
    if !model.threads[0].hasStack { crew.mainWorker.dismiss() }
    return lost
  }
}
