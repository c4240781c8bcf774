/// Which threads could go next: where a lock is taken, a semaphore has no signal or a deadline has not
/// come, a thread has to wait.
extension RunModel {
  /// The thread of `enabled` whose last step is longest ago.
  func longestWaiting(_ enabled: ThreadSet) -> Int {
    enabled.min { threads[$0].lastStep < threads[$1].lastStep }!
  }

  /// The threads whose visible operation can happen now.
  func enabledThreads() -> ThreadSet {
    var enabled = standing
    standing.visit { if !isEnabled(threads[$0]) { enabled.remove($0) } }
    guard enabled.isEmpty, !parked.isEmpty else { return enabled }
    unparkAll()
    return enabledThreads()
  }

  func isEnabled(_ thread: VirtualThread) -> Bool {
    switch thread.pending.kind {
    case .lock: object(thread.pending.object, as: LockModel.self).owner == nil
    case .tryLock, .enqueue: !thread.isParked
    case .wait: object(thread.pending.object, as: SemaphoreModel.self).hasToken
    case .awaitCompletion:
      object(thread.pending.object, as: CompletionModel.self).completed != nil
    case .complete: thread.timer.map(canFire) ?? true
    case .timedWait:
      !thread.isParked
        && (object(thread.pending.object, as: SemaphoreModel.self).hasToken
          || canFire(thread.timer!))
    case .poll:
      !thread.isParked
        && (thread.timer.map {
          object(thread.pending.object, as: CompletionModel.self).completed != nil || canFire($0)
        } ?? true)
    case .read, .exchange, .write: !thread.isParked && !isBeingChanged(for: thread)
    case .turn, .join, .finishOnMain: false
    default: true
    }
  }

  /// Whether another thread is in the midst of changing what `thread` stands before.
  private func isBeingChanged(for thread: VirtualThread) -> Bool {
    guard let changer = object(thread.pending.object, as: ResourceModel.self).changer else {
      return false
    }
    return changer != thread.id
  }

  /// Nothing is left to do: no thread stands or waits, and every queue is empty.
  var isFinished: Bool {
    threads.allSatisfy { $0.phase == .ended || $0.phase == .idle }
  }

  /// The threads that stand or wait.
  var stuckThreads: [VirtualThread] { threads.filter { $0.phase == .waiting } }
}
