/// How tickets move through a queue: k-th enqueue, end of the block before, begin of the k-th.
extension RunModel {
  func enqueue(on queue: QueueModel, by thread: VirtualThread) -> ClockTable.Row {
    if let last = queue.lastEnqueue { clocks.joinOrder(thread.row, last) }
    let row = snapshot(thread)
    let work = thread.work.take()!
    if case .elsewhere = work {
      // A task that comes back to look is not what others that look wait for.
      let looks = looker(thread).looks
      if thread.arrival == nil || !looks.contains(where: { $0.object == queue.id }) {
        noteChange(of: queue, by: thread, row)
      }
      return row
    }
    if work.keepsCallerWaiting { recordOrder(of: thread, acquiring: queue) }
    queue.append(QueueModel.Ticket(place: thread.pending.place, enqueued: row, work: work))
    startNext(of: queue)
    return row
  }

  /// If the queue is free and has a ticket, its turn has come.
  func startNext(of queue: QueueModel) {
    guard queue.runner == nil, !queue.isEmpty else { return }
    let ticket = queue.takeNext()
    let runner: VirtualThread
    switch ticket.work {
    case .async(let block):
      runner = threads[queue.thread!]
      prepare(runner, block)
    case .onMain(let block, let waiter):
      runner = threads[queue.thread!]
      let caller = threads[waiter]
      prepare(runner) { [unowned self] in
        block()
        clocks.join(caller.row, runner.row)
        ready.insert(waiter)
      }
    case .job(let block, let operation):
      runner = threads[queue.thread!]
      runner.start = block
      standBeforeJob(runner, operation, isChoice: tasksDependOnAll)
    case .elsewhere: return
    case .turn(let waiter):
      runner = threads[waiter]
      if runner.phase == .waiting { ready.insert(waiter) }
    }
    runner.forgetTimers()
    clocks.join(runner.row, ticket.enqueued)
    if let end = queue.lastEnd { clocks.join(runner.row, end) }
    queue.runner = runner.id
    queue.runningPlace = ticket.place
    runner.queues.append(queue.id)
    runner.holdings.append(VirtualThread.Holding(object: queue.id, place: ticket.place))
  }

  private func prepare(_ thread: VirtualThread, _ block: @escaping () -> Void) {
    thread.start = block
    thread.phase = .unstarted
    thread.pending = Operation(kind: .begin, object: 0, place: thread.pending.place)
    ready.insert(thread.id)
  }

  /// The block that `thread` ran on `queue` has come to its end.
  func finishBlock(of queue: QueueModel, by thread: VirtualThread) {
    if isTracing { logBlock(.ends, of: queue, by: thread) }
    if thread.id == 0 { noteStall(of: queue) }
    queue.lastEnd = snapshot(thread)
    queue.runner = nil
    thread.queues.removeLast()
    thread.release(queue.id)
    startNext(of: queue)
  }
}

extension RunModel {
  /// Sets the program's body up as the first block of the main queue.
  func prepareMain(
    _ main: VirtualThread, _ queue: QueueModel, at place: SourcePlace,
    _ body: @escaping () throws -> Void
  ) {
    queue.thread = main.id
    queue.runner = main.id
    main.queues = [queue.id]
    main.holdings = [VirtualThread.Holding(object: queue.id, place: place)]
    main.start = body
    main.phase = .unstarted
    ready.insert(main.id)
  }

  /// Lets go of a block that its caller, still waiting for it, is about to run itself.
  func forgetBlock(of thread: VirtualThread, on queue: Int) {
    thread.work = nil
    object(queue, as: QueueModel.self).removeTicket(of: thread.id)
    if threads[0].phase == .unstarted { threads[0].start = nil }
  }

  private func noteStall(of queue: QueueModel) {
    guard queue.thread == 0 else { return }
    let stall = Duration.nanoseconds(clocks.time(threads[0].row) - mainBegan)
    if stall > record.longestStall.duration {
      record.longestStall = MainStall(duration: stall, place: queue.runningPlace)
    }
  }
}

/// Beginning, waiting for an end, ending: nothing here is ever a choice.
extension RunModel {
  /// Makes `thread`, whose invisible operation can happen, the running one.
  func goOn(_ thread: VirtualThread) {
    ready.remove(thread.id)
    thread.phase = .running
    active = thread.id
    if thread.startsJob { startJob(thread) }
    if thread.id == 0, thread.pending.kind == .begin { mainBegan = clocks.time(thread.row) }
    guard isTracing, thread.pending.kind == .begin || thread.pending.kind == .turn else {
      return
    }
    if let queue = thread.queues.last {
      logBlock(.begins, of: object(queue), by: thread)
    } else {
      log(SchedulerFact.threadBegan, by: thread, at: thread.pending.place)
    }
  }

  /// What `thread` was started for has come to its end.
  func end(_ thread: VirtualThread) {
    thread.runsJob = false
    if let id = thread.queue {
      thread.phase = .idle
      finishBlock(of: object(id), by: thread)
      return
    }
    guard !thread.isLane else {
      thread.phase = .idle
      return
    }
    thread.phase = .ended
    if isTracing { log(SchedulerFact.threadEnded, by: thread, at: thread.pending.place) }
    for joiner in thread.joiners {
      clocks.join(threads[joiner].row, thread.row)
      ready.insert(joiner)
    }
  }

  /// Whether `thread` must wait for `other` to end; if not, the end is now before it.
  func mustWait(_ thread: VirtualThread, forEndOf other: VirtualThread) -> Bool {
    guard other.phase != .ended else {
      clocks.join(thread.row, other.row)
      return false
    }
    other.joiners.insert(thread.id)
    return true
  }

  func wait(_ thread: VirtualThread, for operation: Operation) {
    thread.pending = operation
    thread.phase = .waiting
    recordCycle(from: thread)
  }
}
