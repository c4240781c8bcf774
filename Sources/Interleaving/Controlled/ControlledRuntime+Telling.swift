/// Time, outcomes and the log of a controlled run.
extension ControlledCore {
  /// The calling thread, if it may still look at the run.
  var insider: VirtualThread? {
    guard stage == .running || stage == .ending else { return nil }
    guard let thread = ThreadState.virtual, thread.isOf(self) else { return nil }
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
    let (name, delay) = ("timer for \(queue.name)", delay.nanoseconds)
    guard let thread = caller("sets a timer", at: place),
      let timer = setTimer(name, by: thread, after: delay, at: place),
      let made = begin(name, by: thread, at: place, { queue.core.async(at: place, block) })
    else { return }
    timer.carrier = made
    model.clocks.advance(made.row, by: delay)
    model.standBeforeDeadline(made, timer, at: place)
  }

  /// While others run, it counts who names it last. An engine's word is final, whichever thread brings it.
  func leaveOut(_ what: String) {
    if insider != nil { model.record.leftOut.insert(what) }
  }

  func outcome(_ name: String, isFinal: Bool) {
    if !isFinal, stage == .running, let thread = insider {
      point(
        thread,
        Operation(
          kind: .write, object: outcomeObject, place: thread.pending.place,
          label: model.isTracing
            ? model.keep(
              SchedulerFact.noted(topic: "outcome", text: "names the outcome \(name)")) : nil))
    }
    guard insider != nil, isFinal || !model.record.isOutcomeFinal else { return }
    model.record.outcome = name
    model.record.isOutcomeFinal = isFinal
  }

  /// What naming an outcome writes.
  private var outcomeObject: Int {
    if let known = model.outcomeObject { return known }
    let object = model.makeObject("outcome", ResourceModel.init)
    object.guardsItself = true
    model.outcomeObject = object.id
    return object.id
  }

  func fail(_ reason: String, at place: SourcePlace) {
    guard let thread = insider else { return }
    model.record.failures.append(.declared(reason, place))
    model.record.failedAt = model.record.failedAt ?? model.steps.count
    if isTracing { model.log(SchedulerFact.failed(reason: reason), by: thread, at: place) }
  }

  func atEnd(_ block: @escaping () throws -> Void) {
    if insider != nil { atEndBlocks.append(block) }
  }

  func atEndOfMainTurn(_ block: @escaping () -> Void) {
    if isGoingOn, insider?.id == 0 { endOfTurnBlocks.append(block) }
  }

  /// A block for the end of the run asks for more work, which the run will not wait for.
  func noteLate(_ what: String, at place: SourcePlace) {
    guard stage == .ending, insider != nil else { return }
    model.record.failures.append(
      .misuse("a block given to atEnd \(what); that is not run, as everything has ended", place))
  }

  /// When everything has ended nothing waits any more; but a queue that waits for itself would hang,
  /// or end the process, then as at any time.
  func refuseOwnBlock(of queue: Int, at place: SourcePlace) {
    guard stage == .ending, let thread = insider else { return }
    model.record.failures.append(
      .misuse(
        "\(thread.name), on \(model.objects[queue].words), waits for a block of the same queue",
        place))
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
