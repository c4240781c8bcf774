// Steps that come to one thing or another: taking a lock if it is free, waiting until a deadline.
//
// A thread that gives up could do so at any moment, so trying is one step that can always be made.
// What it came to is known then, and is what the step counts as from then on.

extension RunModel {
  /// What `thread` is about to do, as far as that is certain: an exchange that finds what it does not
  /// expect only reads, and no read has to come after it.
  func signature(of thread: VirtualThread) -> Signature {
    var signature = Signature(thread.pending)
    if signature.kind == .exchange, let willChange = thread.willChange {
      signature.kind = willChange() ? .write : .read
    }
    return signature
  }

  /// What the step of `thread` comes to if it is made now: where a wait with a deadline finds a signal,
  /// one more makes no difference to it, nor do two waits in vain to each other, nor two threads that
  /// find the same lock taken.
  func signatureNow(of thread: VirtualThread) -> Signature {
    var signature = self.signature(of: thread)
    switch signature.kind {
    case .timedWait: signature.kind = tokens(for: thread) > 0 ? .wait : .timedOut
    case .tryLock: signature.kind = isFree(thread.pending.object) ? .lock : .foundLocked
    default: break
    }
    return signature
  }

  private func isFree(_ lock: Int) -> Bool { object(lock, as: LockModel.self).owner == nil }

  /// How many signals `thread`, which is about to wait, would find.
  func tokens(for thread: VirtualThread) -> Int {
    let semaphore = object(thread.pending.object, as: SemaphoreModel.self)
    return semaphore.free + semaphore.tokens.count
  }

  func takeInTime(_ semaphore: SemaphoreModel, by thread: VirtualThread) -> OperationKind {
    thread.didSucceed = semaphore.hasToken
    if thread.didSucceed {
      take(semaphore, by: thread)
    } else {
      semaphore.signals.order(before: thread.row, clocks)
      if let last = semaphore.lastWait { clocks.joinOrder(thread.row, last) }
    }
    finishWaiting(thread.timer.take()!, thread.didSucceed, thread)
    return thread.didSucceed ? .wait : .timedOut
  }

  /// The deadline of a wait has come, or what was waited for came before.
  func finishWaiting(_ timer: TimerModel, _ isInTime: Bool, _ thread: VirtualThread) {
    if !isInTime {
      noteFiring(of: timer, by: thread)
      let left = timer.deadline - clocks.time(thread.row)
      if left > 0 { clocks.advance(thread.row, by: left) }
    }
    timer.completed = clocks.copy(thread.row)
  }
}

extension ControlledObject {
  /// Makes a step of trying; whether it worked.
  func attempt(
    _ kind: OperationKind, _ what: @autoclosure () -> String, at place: SourcePlace
  ) -> Bool {
    guard let thread = core.caller(what(), object: id, at: place) else { return true }
    core.point(thread, Operation(kind: kind, object: id, place: place))
    return !core.isGoingOn || thread.didSucceed
  }

  /// The same with a deadline.
  func attempt(
    _ kind: OperationKind, within limit: Duration, _ what: @autoclosure () -> String,
    at place: SourcePlace
  ) -> Bool {
    guard let thread = core.caller(what(), object: id, at: place) else { return true }
    let name = "the patience of \(thread.name)"
    guard let timer = core.setTimer(name, by: thread, after: limit.nanoseconds, at: place) else {
      return true
    }
    thread.timer = timer
    return attempt(kind, what(), at: place)
  }
}
