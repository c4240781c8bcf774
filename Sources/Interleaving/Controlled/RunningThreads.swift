internal import Dispatch

// What a real thread does with a controlled one: runs it to its end, and goes on to another.

extension ControlledCore {
  /// Runs what `thread` was woken for, and returns the thread that the same real thread can go
  /// on with at once, if there is one.
  func run(_ thread: VirtualThread, on worker: Worker) -> VirtualThread? {
    perform(thread)
    return leave(thread, worker)
  }

  /// Runs the block to its end and lets go of it, before another thread is woken.
  private func perform(_ thread: VirtualThread) {
    let state = ThreadState.current
    state.runtime = runtime
    state.virtual = thread
    let body = thread.id == 0 ? asMainTurn(thread.start!) : thread.start!
    thread.start = nil
    do { try runner.aroundThreads?(body) ?? body() } catch { noteThrown(error, by: thread) }
    if thread.delivers != nil { checkDelivery(by: thread, nil) }
    state.virtual = nil
    state.runtime = nil
  }

  /// The same, and then what it wants done at the end of the turn.
  private func asMainTurn(_ body: @escaping () throws -> Void) -> () throws -> Void {
    return { [self] in
      defer {
        while isGoingOn, !endOfTurnBlocks.isEmpty { endOfTurnBlocks.removeFirst()() }
      }
      try body()
    }
  }

  /// Runs them all, also after one that throws, and what they add.
  func runEndBlocks(on main: VirtualThread) {
    while !atEndBlocks.isEmpty {
      let block = atEndBlocks.removeFirst()
      do { try block() } catch { noteThrown(error, by: main) }
    }
  }

  private func noteThrown(_ error: any Error, by thread: VirtualThread) {
    guard stage == .running || stage == .ending, !(error is RunAbandoned) else { return }
    model.record.failedAt = model.record.failedAt ?? model.steps.count
    model.record.failures.append(
      .threw("\(error)", thread: thread.name, thread.id == 0 ? nil : thread.pending.place))
  }

  private func leave(_ thread: VirtualThread, _ worker: Worker) -> VirtualThread? {
    switch stage {
    case .running: model.end(thread)
    case .abandoned: return stayBehind()
    default: thread.phase = .ended
    }
    if thread.id != 0 { thread.worker = nil }
    guard let next = nextThread() else { return close(worker) }
    if next.worker === worker { return next }
    if next.worker == nil, worker !== crew.mainWorker {
      next.worker = worker
      noteRunning(next)
      return next
    }
    crew.giveBack(worker)
    wake(next)
    return nil
  }

  /// Ends the run and returns the main thread of the next one, which this real thread carries.
  private func close(_ worker: Worker) -> VirtualThread? {
    guard enter(.over) != nil else { return stayBehind() }
    crew.putInCharge(worker)
    if let next = runner.nextRun(after: self) { return next }
    finished.signal()
    return nil
  }

  /// Ends a run whose real threads are not fit for another one.
  func endWithoutNext() { if enter(.over) != nil { finished.signal() } }

  private func stayBehind() -> VirtualThread? {
    crew.leftBehind.signal()
    return nil
  }
}
