/// The face of a controlled run: what `Runtime` asks for.
extension ControlledCore {
  var kind: Runtime.Kind { .controlled }

  /// The model, for a thread of the run while objects may still be made.
  private var open: RunModel? {
    insider == nil ? nil : model
  }

  func makeMainQueue() -> any QueueCore {
    let queue = model.makeObject("main", QueueModel.init)
    mainQueue = queue.id
    return ControlledMainQueue(core: self, id: queue.id)
  }

  func makeQueue(_ name: String) -> any QueueCore {
    ControlledQueue(core: self, id: open?.makeObject(name, QueueModel.init).id ?? -1)
  }

  func makeLock(_ name: String) -> any LockCore {
    ControlledLock(made(name, LockModel.init))
  }

  func makeSemaphore(_ name: String, value: Int) -> any SemaphoreCore {
    let object = made(name, SemaphoreModel.init)
    if object.id >= 0 { model.supply(object.id, value) }
    return ControlledSemaphore(object)
  }

  func makeCompletion(_ name: String) -> any CompletionCore {
    ControlledCompletion(made(name, CompletionModel.init))
  }

  /// A new object, or none of the run's when the calling thread is not one of its.
  private func made<Object: SharedObject>(
    _ name: String, _ make: (Int, String) -> Object
  ) -> ControlledObject {
    ControlledObject(core: self, id: open?.makeObject(name, make).id ?? -1)
  }

  func makeResource(_ name: String, guardsItself: Bool) -> Resource {
    let object = open?.makeObject(name, ResourceModel.init)
    object?.guardsItself = guardsItself
    return Resource(name: name, id: object?.id ?? -1)
  }

  func startThread(
    _ name: String, at place: SourcePlace, _ body: @escaping () throws -> Void
  ) -> ThreadHandle {
    let thread = caller("starts a thread", at: place).flatMap {
      begin(name, by: $0, at: place, body)
    }
    let end = ControlledEnd(core: self, thread: thread?.id)
    return ThreadHandle(name: name, ended: Completion(name: "end of \(name)", core: end))
  }

  /// Nil when the run has all the threads it can have.
  @discardableResult
  func begin(
    _ name: String, by parent: VirtualThread, at place: SourcePlace,
    _ body: @escaping () throws -> Void
  ) -> VirtualThread? {
    let made = model.makeThread(name, queue: nil, parent: parent, at: place, core: self)
    guard let made else {
      refuseThread(at: place)
      return nil
    }
    made.start = body
    made.phase = .unstarted
    model.ready.insert(made.id)
    return made
  }

  func refuseThread(at place: SourcePlace) {
    let failure = ProgramFailure.tooManyThreads(limit: ThreadSet.limit, place)
    if !model.record.failures.contains(failure) { model.record.failures.append(failure) }
    mustStop = true
  }

  func access(
    _ resource: Resource, _ kind: AccessKind, _ fact: (any Fact)?, at place: SourcePlace
  ) {
    guard let thread = caller("accesses \(resource.name)", object: resource.id, at: place) else {
      return
    }
    point(
      thread,
      Operation(
        kind: kind == .read ? .read : .write, object: resource.id, place: place,
        label: fact.map(model.keep)))
  }

  func touch(_ resource: Resource, _ kind: AccessKind, at place: SourcePlace) {
    guard model.detectsRaces,
      let thread = caller("accesses \(resource.name)", object: resource.id, at: place)
    else { return }
    let operation = Operation(
      kind: kind == .read ? .read : .write, object: resource.id, place: place)
    let object = model.object(resource.id, as: ResourceModel.self)
    if object.guardsItself { return }
    switch kind {
    case .read: model.noteRead(of: object, by: thread, operation)
    case .write: model.noteWrite(of: object, by: thread, operation)
    }
  }

  var isUnwinding: Bool {
    switch stage {
    case .running, .ending: false
    case .unwinding, .over, .abandoned: true
    }
  }
}

// MARK: Time, outcomes, log

extension ControlledCore {
  /// The calling thread, if it may still look at the run.
  private var insider: VirtualThread? {
    guard stage == .running || stage == .ending else { return nil }
    guard let thread = ThreadState.current.virtual, thread.core === self else { return nil }
    return thread
  }

  var now: Duration {
    insider.map { .nanoseconds(model.clocks.time($0.row)) } ?? .zero
  }

  func spend(_ duration: Duration, _ fact: (any Fact)?) {
    guard let thread = insider else { return }
    if let fact { model.log(fact, by: thread, at: nil) }
    model.clocks.advance(thread.row, by: duration.nanoseconds)
  }

  func sleep(for duration: Duration, at place: SourcePlace) {
    guard let thread = insider else { return }
    if isTracing {
      model.log(SchedulerFact.slept(nanoseconds: duration.nanoseconds), by: thread, at: place)
    }
    model.clocks.advance(thread.row, by: duration.nanoseconds)
  }

  func after(
    _ delay: Duration, on queue: SerialQueue, at place: SourcePlace, _ block: @escaping () -> Void
  ) {
    guard let thread = caller("sets a timer", at: place) else { return }
    let timer = begin("timer for \(queue.name)", by: thread, at: place) {
      queue.core.async(at: place, block)
    }
    if let timer { model.clocks.advance(timer.row, by: delay.nanoseconds) }
  }

  func outcome(_ name: String, isFinal: Bool) {
    guard insider != nil, isFinal || !model.record.isOutcomeFinal else { return }
    model.record.outcome = name
    model.record.isOutcomeFinal = isFinal
  }

  func fail(_ reason: String, at place: SourcePlace) {
    guard let thread = insider else { return }
    model.record.failures.append(.declared(reason, place))
    model.record.failedAt = model.record.failedAt ?? model.steps.count
    if isTracing { model.log(SchedulerFact.failed(reason: reason), by: thread, at: place) }
  }

  func atEnd(_ block: @escaping () throws -> Void) {
    if insider != nil, stage == .running { atEndBlocks.append(block) }
  }

  var longestMainStall: Duration { model.record.longestStall.duration }

  var isTracing: Bool { model.isTracing && insider != nil }

  /// Calls a queue, and the thread of its own that it may have, something else.
  func renameQueue(_ id: Int, _ name: String) {
    guard insider != nil else { return }
    let queue = model.object(id, as: QueueModel.self)
    queue.name = name
    if let thread = queue.thread { model.threads[thread].name = name }
  }

  func untraced(_ body: () throws -> Void) rethrows {
    guard isTracing else { return try body() }
    model.isTracing = false
    defer { model.isTracing = true }
    try body()
  }

  func note(_ fact: any Fact, at place: SourcePlace?) {
    guard isTracing, let thread = insider else { return }
    model.log(fact, by: thread, at: place)
  }
}

extension Duration {
  /// Whole nanoseconds; what does not fit is as long as can be.
  var nanoseconds: Int64 {
    let (seconds, attoseconds) = components
    let (product, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    return overflow ? Int64.max / 4 : product + attoseconds / 1_000_000_000
  }
}
