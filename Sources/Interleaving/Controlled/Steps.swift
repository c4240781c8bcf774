/// The effect of each visible operation.
extension RunModel {
  /// Carries out the operation that `thread` stands before, and tells of it.
  func step(_ thread: VirtualThread, of enabled: ThreadSet) {
    guard isTracing else { return carryOut(thread, of: enabled) }
    let (object, place, fact) = (thread.pending.object, thread.pending.place, fact(of: thread))
    carryOut(thread, of: enabled)
    // What it comes to is said at the end.
    if object != outcomeObject { log(fact, by: thread, at: place) }
  }

  private func carryOut(_ thread: VirtualThread, of enabled: ThreadSet) {
    var operation = thread.pending
    let hadDeadline = thread.timer != nil
    let clock = thread.row
    clocks.tickOrder(clock, thread.id)
    standing.remove(thread.id)
    thread.phase = .running
    active = thread.id
    var made: ClockTable.Row?
    if operation.touchesTasks { joinJobs(thread) }
    if thread.startsJob { startJob(thread) }
    switch operation.kind {
    case .lock: acquire(object(operation.object), by: thread, at: operation.place)
    case .tryLock: operation.kind = tryToAcquire(object(operation.object), by: thread, operation)
    case .unlock: made = letGo(object(operation.object), by: thread, at: operation.place)
    case .wait:
      for _ in 0..<Signature(operation).amount { take(object(operation.object), by: thread) }
    case .timedWait: operation.kind = takeInTime(object(operation.object), by: thread)
    case .signal: made = give(object(operation.object), by: thread)
    case .awaitCompletion:
      clocks.joinSync(clock, object(operation.object, as: CompletionModel.self).completed!)
    case .complete: made = complete(object(operation.object), by: thread)
    case .poll: poll(object(operation.object), by: thread)
    case .enqueue: made = enqueue(on: object(operation.object), by: thread)
    case .read: read(object(operation.object), by: thread, operation)
    case .write: write(object(operation.object), by: thread, operation)
    case .exchange: operation.kind = exchange(object(operation.object), by: thread, operation)
    case .begin, .turn, .finishOnMain, .join, .startJob, .foundLocked, .timedOut: break
    }
    noteLook(operation.kind, by: thread, hadDeadline: hadDeadline)
    if !thread.setsTimer { thread.forgetTimers() }
    let object = objects[operation.object]
    let row = made ?? (operation.touchesTasks ? snapshot(thread) : clocks.copy(clock))
    remember(row, in: object, operation.kind)
    if operation.kind.isChange { noteChange(of: object, by: thread, row) }
    let usual = defaultChoice(enabled)
    steps.append(
      Step(
        thread: UInt16(thread.id), current: UInt16(current),
        usual: UInt16(usual), isChoice: enabled.count > 1,
        rank: rank(of: thread.id, among: enabled, usual), signature: Signature(operation), row: row,
        previous: object.lastStep))
    places.append(operation.place)
    object.lastStep = steps.count - 1
    thread.lastStep = steps.count - 1
    if operation.touchesTasks { lastTouch = steps.count - 1 }
    current = thread.id
  }

  private func rank(of thread: Int, among enabled: ThreadSet, _ usual: Int) -> UInt8 {
    guard thread != usual else { return 0 }
    let before = enabled.count(below: thread) - (usual < thread ? 1 : 0)
    return UInt8(clamping: before + 1)
  }

  func take(_ semaphore: SemaphoreModel, by thread: VirtualThread) {
    if let last = semaphore.lastWait { clocks.joinOrder(thread.row, last) }
    if semaphore.free > 0 {
      semaphore.free -= 1
    } else {
      clocks.joinSync(thread.row, semaphore.tokens.removeFirst())
    }
  }

  private func give(_ semaphore: SemaphoreModel, by thread: VirtualThread) -> ClockTable.Row {
    semaphore.signals.order(before: thread.row, at: thread.pending.moment, clocks)
    if let timedOut = semaphore.timedOut { clocks.joinOrder(thread.row, timedOut) }
    let row = snapshot(thread)
    semaphore.tokens.append(row)
    return row
  }

  private func complete(
    _ completion: CompletionModel, by thread: VirtualThread
  ) -> ClockTable.Row {
    completion.completions.order(before: thread.row, at: thread.pending.moment, clocks)
    if let polls = completion.polls { clocks.joinOrder(thread.row, polls) }
    if let timer = thread.timer.take() { noteFiring(of: timer, by: thread) }
    let row = snapshot(thread)
    if completion.completed == nil { completion.completed = row }
    return row
  }

  private func poll(_ completion: CompletionModel, by thread: VirtualThread) {
    completion.completions.order(before: thread.row, clocks)
    if let timer = thread.timer.take() { finishWaiting(timer, completion.completed != nil, thread) }
    // Having seen it complete, the thread may rely on what came before. Who sets a timer saw nothing.
    guard let completed = completion.completed, !(completion is TimerModel) else { return }
    clocks.joinSync(thread.row, completed)
  }

  private func exchange(
    _ resource: ResourceModel, by thread: VirtualThread, _ operation: Operation
  ) -> OperationKind {
    guard thread.willChange.take()!() else {
      read(resource, by: thread, operation)
      return .read
    }
    write(resource, by: thread, operation)
    return .write
  }

  private func read(_ resource: ResourceModel, by thread: VirtualThread, _ operation: Operation) {
    if detectsRaces && !resource.guardsItself { noteRead(of: resource, by: thread, operation) }
    if let write = resource.lastWrite { clocks.joinOrder(thread.row, write) }
  }

  private func write(_ resource: ResourceModel, by thread: VirtualThread, _ operation: Operation) {
    if detectsRaces && !resource.guardsItself { noteWrite(of: resource, by: thread, operation) }
    if let write = resource.lastWrite { clocks.joinOrder(thread.row, write) }
    if let reads = resource.reads { clocks.joinOrder(thread.row, reads) }
  }

  /// Keeps the clock of a step where later steps on the same object look for it.
  private func remember(_ row: ClockTable.Row, in object: SharedObject, _ kind: OperationKind) {
    switch kind {
    case .lock: unsafeDowncast(object, to: LockModel.self).taken = row
    case .foundLocked:
      let lock = unsafeDowncast(object, to: LockModel.self)
      lock.tries = merged(lock.tries, row)
    case .timedOut:
      let semaphore = unsafeDowncast(object, to: SemaphoreModel.self)
      semaphore.timedOut = merged(semaphore.timedOut, row)
    case .wait: unsafeDowncast(object, to: SemaphoreModel.self).lastWait = row
    case .signal: unsafeDowncast(object, to: SemaphoreModel.self).signals.add(row, clocks)
    case .complete: unsafeDowncast(object, to: CompletionModel.self).completions.add(row, clocks)
    case .poll:
      let completion = unsafeDowncast(object, to: CompletionModel.self)
      completion.polls = merged(completion.polls, row)
    case .enqueue: unsafeDowncast(object, to: QueueModel.self).lastEnqueue = row
    case .read:
      let resource = unsafeDowncast(object, to: ResourceModel.self)
      resource.reads = merged(resource.reads, row)
    case .write:
      let resource = unsafeDowncast(object, to: ResourceModel.self)
      resource.lastWrite = row
      if let reads = resource.reads { clocks.clear(reads) }
    default: break
    }
  }

  private func merged(_ readers: ClockTable.Row?, _ row: ClockTable.Row) -> ClockTable.Row {
    guard let readers else { return clocks.copy(row) }
    clocks.joinOrder(readers, row)
    return readers
  }
}
