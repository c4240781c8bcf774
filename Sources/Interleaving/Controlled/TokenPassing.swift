internal import Dispatch
internal import Synchronization

// Who goes next, and how the token gets there.

extension ControlledCore {
  func handOver(from thread: VirtualThread) {
    guard let next = nextThread(), next !== thread else { return }
    wake(next)
    thread.worker!.wake.wait()
  }

  func wake(_ thread: VirtualThread) {
    if let worker = thread.worker {
      pass(to: worker)
      // The main worker may be free, waiting for a job.
      if thread.start != nil { worker.job = thread }
      worker.wake.signal()
    } else {
      let worker = crew.takeWorker()
      thread.worker = worker
      worker.job = thread
      pass(to: worker)
      worker.wake.signal()
    }
  }

  private func pass(to worker: Worker) {
    holder.store(worker.kernelID, ordering: .relaxed)
  }

  /// Who gets the token now; nil when the run is over.
  func nextThread() -> VirtualThread? {
    beats.add(1, ordering: .relaxed)
    if let tasks, stage == .running { settle(tasks) }
    if stage == .running, let thread = advance() {
      running = thread
      return thread
    }
    if stage == .ending {
      guard let tasks, !tasks.arrivals.isEmpty || !tasks.idle.isEmpty else { return nil }
      if tasks.hasLateArrivals { noteLateTask() }
      enter(.unwinding)
    }
    guard stage != .abandoned else { return nil }
    running = nextToLetOut()
    return running
  }

  /// The next thread of a run that is on; nil when it is not any more.
  private func advance() -> VirtualThread? {
    if let mustStop { return stop(mustStop) }
    if let id = model.ready.first {
      let thread = model.threads[id]
      model.goOn(thread)
      return thread
    }
    let enabled = model.enabledThreads()
    guard !enabled.isEmpty else {
      guard model.isFinished else {
        if model.isTold { model.record.deadlock = model.explainDeadlock() }
        return stop(.deadlocked)
      }
      if let stuck = tasks?.stuck, !stuck.isEmpty {
        model.record.deadlock = model.explainUnfinished(stuck)
        return stop(.deadlocked)
      }
      return prepareEnd()
    }
    guard model.steps.count < pointLimit else {
      model.recordSpinning(points: pointLimit)
      return stop(.cut)
    }
    guard let id = strategy!.pick(enabled, in: model) else { return stop(.givenUp) }
    let thread = model.threads[id]
    model.step(thread, of: enabled)
    return thread
  }

  private func stop(_ how: RunStop) -> VirtualThread? {
    conclude(how)
    enter(.unwinding)
    return nil
  }

  /// What the strategy makes of the run is no computation of the program's: meanwhile there is no
  /// thread for the watchdog to look at.
  private func conclude(_ how: RunStop) {
    let caller = holder.exchange(0, ordering: .relaxed)
    strategy!.runEnded(model, as: how)
    holder.store(caller, ordering: .relaxed)
    ending = how
  }

  /// Lets the main thread run what was kept for the end.
  private func prepareEnd() -> VirtualThread? {
    conclude(.completed)
    enter(.ending)
    guard !atEndBlocks.isEmpty else { return nil }
    let main = model.threads[0]
    main.start = { [unowned self] in runEndBlocks(on: main) }
    main.phase = .running
    return main
  }
}
