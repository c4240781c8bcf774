/// A deadline in virtual time: that of a timer, or of a task that sleeps.
///
/// Deadlines whose beginnings the program orders come in their own order.
///
///     T                         later
///     after(2 s) { a }          b, then a
///     after(1 s) { b }
///
/// Against every other step they are free: any thread may be late, and a clock with it.
final class TimerModel: CompletionModel {
  /// When it fires.
  var deadline: Int64 = 0
  /// The thread that set it, that thread's clock then, and its time on it.
  var start: ClockTable.Row = 0
  var starter = 0
  var epoch: Int32 = 0

  /// The thread that makes the step. Where it ends a wait that is the one that set it, also where what
  /// that waits for comes in time.
  var thread = 0
  /// The thread that brings a block to its queue; the deadline is over once it has.
  var carrier: VirtualThread?

  /// What comes after it when it is over; nil before.
  var end: ClockTable.Row? {
    guard let carrier else { return completed }
    return carrier.phase == .ended ? carrier.row : nil
  }

  /// Whether it fires before `other` where both are set.
  func isDue(before other: TimerModel) -> Bool {
    (deadline, id) < (other.deadline, other.id)
  }
}

extension RunModel {
  /// A deadline that `thread` sets now. If that overtakes others, whether they come before it is
  /// set counts: one step for each.
  func setTimer(_ name: String, by thread: VirtualThread, after delay: Int64) -> TimerModel {
    let timer = makeObject(name, TimerModel.init)
    (timer.starter, timer.thread) = (thread.id, thread.id)
    timer.epoch = clocks.sync(thread.row, thread.id)
    timer.start = snapshot(thread)
    timer.deadline = clocks.time(thread.row) + delay
    timers.append(timer)
    return timer
  }

  /// Lets `thread`, which has something to run, wait for the deadline.
  func standBeforeDeadline(_ thread: VirtualThread, _ timer: TimerModel, at place: SourcePlace) {
    thread.timer = timer
    timer.thread = thread.id
    thread.pending = Operation(
      kind: .complete, object: timer.id, place: place,
      label: isTracing
        ? keep(SchedulerFact.timer("fires at \(Duration.nanoseconds(timer.deadline))")) : nil,
      moment: timer.deadline)
    ready.remove(thread.id)
    standing.insert(thread.id)
  }

  /// The deadlines that a new one of `thread` would overtake, the next one first.
  func timersOvertaken(by thread: VirtualThread, after delay: Int64) -> [TimerModel] {
    guard !clocksMayBeLate else { return [] }
    let deadline = clocks.time(thread.row) + delay
    return timers.filter {
      deadline < $0.deadline && !thread.overtaken.contains($0.id)
        && clocks.sync(thread.row, $0.starter) >= $0.epoch
    }.sorted { $0.isDue(before: $1) }
  }

  /// Whether a deadline waits for one of these, which come before it.
  func waits(_ timer: TimerModel, forOneOf open: [TimerModel]) -> Bool {
    open.contains { isOrdered($0, timer) }
  }

  /// Whether every deadline that comes before it has come.
  func canFire(_ timer: TimerModel) -> Bool {
    clocksMayBeLate
      || timers.allSatisfy {
        $0.end != nil || $0 === timer || !$0.isDue(before: timer) || !isOrdered($0, timer)
      }
  }

  /// The deadlines that come before this one.
  func timers(before timer: TimerModel) -> [TimerModel] {
    guard !clocksMayBeLate else { return [] }
    return timers.filter { $0 !== timer && $0.isDue(before: timer) && isOrdered($0, timer) }
  }

  /// Deadlines before this one let it go.
  func noteFiring(of timer: TimerModel, by thread: VirtualThread) {
    guard !clocksMayBeLate else { return }
    for other in timers where other !== timer && other.isDue(before: timer) {
      guard let end = other.end, isOrdered(other, timer) else { continue }
      clocks.joinOrder(thread.row, end)
    }
  }

  /// Whether the program says which of the two was set first.
  private func isOrdered(_ one: TimerModel, _ other: TimerModel) -> Bool {
    clocks.sync(other.start, one.starter) >= one.epoch
      || clocks.sync(one.start, other.starter) >= other.epoch
  }
}

extension ControlledCore {
  /// Sets a deadline; nil where the run ended on the way.
  func setTimer(
    _ name: String, by thread: VirtualThread, after delay: Int64, at place: SourcePlace
  ) -> TimerModel? {
    thread.setsTimer = true
    defer { thread.setsTimer = false }
    var open: [TimerModel] = []
    for timer in model.timersOvertaken(by: thread, after: delay) {
      thread.overtaken.append(timer.id)
      // What waits for one that is not over is not over either.
      if model.waits(timer, forOneOf: open) { continue }
      let label =
        model.isTracing
        ? model.keep(SchedulerFact.timer("sets a timer that overtakes \(timer.name)")) : nil
      point(thread, Operation(kind: .poll, object: timer.id, place: place, label: label))
      guard isGoingOn else { return nil }
      if timer.completed == nil { open.append(timer) }
    }
    let timer = model.setTimer(name, by: thread, after: delay)
    thread.overtaken.append(timer.id)
    return timer
  }
}

extension SchedulerFact {
  fileprivate static func timer(_ text: String) -> SchedulerFact {
    .noted(topic: "timer", text: text)
  }
}
