internal import Dispatch
internal import Synchronization

// Who goes next, and how the token gets there.

extension ControlledCore {
  func handOver(from thread: VirtualThread) {
    guard let next = nextThread() else { return restIfDoomed(thread) }
    guard next !== thread else { return }
    wake(next)
    thread.worker!.wake.wait()
    if thread.phase == .ended { Self.sleepForGood() }
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
    if RunningNow.isKept { RunningNow.record.pointee.owner = worker.kernelID }
    holder.store(worker.kernelID, ordering: .relaxed)
  }

  /// Who gets the token now; nil when the run is over.
  func nextThread() -> VirtualThread? {
    let next = chooseNext()
    noteRunning(next)
    return next
  }

  private func chooseNext() -> VirtualThread? {
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
    running = parksStuck ? nextToFinish() : nextToLetOut()
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
        if model.isTold { model.record.deadlock = unwatched { model.explainDeadlock() } }
        return stop(.deadlocked)
      }
      if let stuck = tasks?.stuck, !stuck.isEmpty {
        model.record.deadlock = unwatched { model.explainUnfinished(stuck) }
        return stop(.deadlocked)
      }
      return prepareEnd()
    }
    if model.steps.count >= pointLimit, !model.isBeyondLimit { beFair() }
    guard model.steps.count < 2 * pointLimit else {
      unwatched { model.recordSpinning(points: model.steps.count) }
      return stop(.livelocked)
    }
    guard let id = pick(enabled) else { return stop(.givenUp) }
    let thread = model.threads[id]
    model.step(thread, of: enabled)
    return thread
  }

  private func pick(_ enabled: ThreadSet) -> Int? {
    if model.isBeyondLimit { return model.longestWaiting(enabled) }
    if givenUp != nil { return model.defaultChoice(enabled) }
    if let id = strategy!.pick(enabled, in: model) { return id }
    guard parksStuck, strategy!.letsProgramEnd else { return nil }
    conclude(.givenUp)
    givenUp = model.mark
    model.isTracing = false
    return model.defaultChoice(enabled)
  }

  private func stop(_ how: RunStop) -> VirtualThread? {
    conclude(how)
    isDoomed = true
    enter(.unwinding)
    return nil
  }

  /// What we make of a run is not the program's computation, and may take long where there are many
  /// steps. Meanwhile the watchdog has no thread to look at: it would end the run under our hands.
  private func unwatched<Result>(_ body: () -> Result) -> Result {
    let caller = holder.exchange(0, ordering: .relaxed)
    defer { holder.store(caller, ordering: .relaxed) }
    return body()
  }

  func conclude(_ how: RunStop) {
    guard givenUp == nil else { return }
    ending = how
    // The strategy has had its say.
    if hasConcluded { return }
    hasConcluded = true
    unwatched { strategy!.runEnded(model, as: how) }
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
