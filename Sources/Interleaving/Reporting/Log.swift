/// The log of a run that is told. Facts are made only there.
extension RunModel {
  func log(_ fact: some Fact, by thread: VirtualThread, at place: SourcePlace?) {
    record.events.append(
      TraceEvent(
        fact: fact, place: place, sequence: record.events.count,
        time: .nanoseconds(clocks.time(thread.row)), thread: thread.name,
        queue: thread.queues.last.map { name(ofQueue: $0, for: thread) }))
    record.eventSteps.append(steps.count)
  }

  /// A thread of a queue's own has the queue's name; of several of one name each has its own.
  private func name(ofQueue id: Int, for thread: VirtualThread) -> String {
    let queue = object(id, as: QueueModel.self)
    return queue.thread == thread.id ? thread.name : queue.name
  }

  enum BlockMoment { case begins, ends }

  func logBlock(_ moment: BlockMoment, of queue: QueueModel, by thread: VirtualThread) {
    let name = name(ofQueue: queue.id, for: thread)
    let fact: SchedulerFact =
      moment == .begins ? .blockBegan(queue: name) : .blockEnded(queue: name)
    log(fact, by: thread, at: queue.runningPlace)
  }

  /// The last wait closes the circle. The others began before, where a lock was taken from under
  /// those who stood before it; what they enqueued themselves is in the log.
  func logCycle(_ members: [Int]) {
    let thread = threads[members[0]]
    for other in members.dropFirst().map({ threads[$0] }).reversed() {
      guard [.lock, .join].contains(other.pending.kind) else { continue }
      log(SchedulerFact.waits(for: want(of: other)), by: other, at: other.pending.place)
    }
    log(
      SchedulerFact.deadlocked(members: members.map { member(threads[$0]) }), by: thread,
      at: thread.pending.place)
  }

  /// What it is that `thread` is about to do.
  func fact(of thread: VirtualThread) -> any Fact {
    fact(of: thread.pending, isAwaited: thread.work?.keepsCallerWaiting ?? false)
  }

  /// What an operation comes to once it is carried out; of one that is no step, what it waits for.
  func fact(of operation: Operation, isAwaited: Bool) -> any Fact {
    if let own = operation.label { return labels[own] }
    if operation.kind == .join {
      return SchedulerFact.waits(for: .end(thread: threads[operation.object].name))
    }
    let name = objects[operation.object].name
    let fact: SchedulerFact =
      switch operation.kind {
      case .lock: .acquired(lock: name)
      case .unlock: .released(lock: name)
      case .wait: .tookSignal(semaphore: name)
      case .signal: .signalled(semaphore: name)
      case .awaitCompletion: .sawCompletion(of: name)
      case .complete: .completed(name: name)
      case .poll: .asked(whetherComplete: name)
      case .enqueue: .enqueued(queue: name, isAwaited: isAwaited)
      case .read: .accessed(resource: name, kind: .read, words: "reads \(name)")
      case .write: .accessed(resource: name, kind: .write, words: "writes \(name)")
      case .turn: .waits(for: .turn(queue: name))
      case .finishOnMain: .waits(for: .block(queue: name))
      case .startJob: .task(step: .goesOn)
      case .tryLock, .foundLocked:
        .accessed(resource: name, kind: .read, words: "tries to take lock \(name)")
      case .exchange:
        .accessed(resource: name, kind: .write, words: "compares and exchanges \(name)")
      case .timedWait, .timedOut:
        .accessed(
          resource: name, kind: .read, words: "waits for a while for semaphore \(name)")
      case .begin, .join: .threadBegan
      }
    return fact
  }
}
