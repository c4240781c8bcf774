extension SharedObject {
  /// The object as a sentence names it.
  var words: String {
    switch self {
    case is LockModel: "lock \(name)"
    case is QueueModel: "queue \(name)"
    case is SemaphoreModel: "semaphore \(name)"
    default: name
    }
  }
}

extension RunModel {
  /// An operation as the rest of a sentence that begins with the thread: `takes lock A`.
  func words(_ operation: Operation) -> String {
    if let label = operation.label { return labels[label] }
    if operation.kind == .begin { return "begins" }
    if operation.kind == .join { return "waits for the end of \(threads[operation.object].name)" }
    guard objects.indices.contains(operation.object) else { return "has made no step yet" }
    let object = objects[operation.object].words
    return switch operation.kind {
    case .lock: "takes \(object)"
    case .unlock: "gives \(object) back"
    case .wait: "waits for a signal of \(object)"
    case .signal: "signals \(object)"
    case .awaitCompletion: "waits for \(object)"
    case .complete: "completes \(object)"
    case .poll: "asks whether \(object) is complete"
    case .enqueue: "enqueues a block on \(object)"
    case .read: "reads \(object)"
    case .write: "writes \(object)"
    case .turn: "waits for its turn on \(object)"
    case .finishOnMain: "waits for its block on \(object)"
    case .begin, .join: ""
    case .startJob: "goes on"
    }
  }

  /// The step that `thread` stands before. Whoever waits for the block it enqueues says so.
  func words(_ thread: VirtualThread) -> String {
    let operation = thread.pending
    guard operation.kind == .enqueue, thread.work?.keepsCallerWaiting == true else {
      return words(operation)
    }
    return "waits for a block on \(objects[operation.object].words)"
  }

  /// The same as a choice, with what comes of it: a queue that is idle is no reason to wait.
  func prospect(of thread: VirtualThread) -> String {
    guard thread.pending.kind == .enqueue, let work = thread.work, work.keepsCallerWaiting,
      case let queue = object(thread.pending.object, as: QueueModel.self), queue.isIdle
    else { return words(thread) }
    if case .onMain = work { return "has a block run on \(queue.words), which is idle" }
    return "enters \(queue.words), which is idle"
  }

  /// Why `thread` cannot make its next step.
  func obstacle(of thread: VirtualThread) -> String {
    let what = words(thread.pending)
    guard let blocker = blocker(of: thread) else { return what }
    guard thread.pending.kind == .lock else {
      return "\(what); that is up to \(threads[blocker].name)"
    }
    return "\(what), which \(threads[blocker].name) holds"
  }
}

// MARK: The log

extension RunModel {
  func log(
    _ kind: TraceEvent.Kind, _ label: String, subject: String? = nil, by thread: VirtualThread,
    at place: SourcePlace?
  ) {
    append(TraceEvent(kind: kind, label: label, subject: subject, place: place), by: thread)
  }

  /// Fills in what only the run knows.
  func append(_ event: TraceEvent, by thread: VirtualThread) {
    var event = event
    event.sequence = record.events.count
    event.time = .nanoseconds(clocks.time(thread.row))
    event.thread = thread.name
    event.queue = thread.queues.last.map { objects[$0].name }
    record.events.append(event)
    record.eventSteps.append(steps.count)
  }

  func logStep(_ operation: Operation, _ words: String, by thread: VirtualThread) {
    log(
      operation.kind.traceKind, words, subject: objects[operation.object].name, by: thread,
      at: operation.place)
  }

  enum BlockMoment { case begins, ends }

  func logBlock(_ moment: BlockMoment, of queue: QueueModel, by thread: VirtualThread) {
    log(
      moment == .begins ? "begin" : "finish", "\(moment) a block of \(queue.words)",
      subject: queue.name, by: thread, at: queue.runningPlace)
  }

  func logCycle(_ members: [Int]) {
    let thread = threads[members[0]]
    let names = (members + members.prefix(1)).map { threads[$0].name }
    log(
      "deadlock", "cannot go on: \(obstacle(of: thread)). " + names.joined(separator: " → "),
      by: thread, at: thread.pending.place)
  }
}

extension OperationKind {
  var traceKind: TraceEvent.Kind {
    switch self {
    case .lock: "lock"
    case .unlock: "unlock"
    case .wait, .awaitCompletion: "wait"
    case .signal: "signal"
    case .complete: "complete"
    case .poll: "poll"
    case .enqueue: "enqueue"
    case .read: "read"
    case .write: "write"
    case .startJob: "task"
    case .begin, .turn, .finishOnMain, .join: "wait"
    }
  }
}
