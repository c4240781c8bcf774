/// Finding the steps that could have come in another order.
extension DepthFirst {
  /// Two dependent steps of a run with nothing in between that would order them.
  struct Reversal {
    /// The number of the earlier one.
    let first: Int
    let thread: Int
    let signature: Signature
    /// The clock that the later one would have without the earlier.
    let known: ClockTable.Row
    /// The deadlines that come before that of the later one, if it has one.
    let timers: [TimerModel]
  }

  /// So many steps on one object are looked at before it is asked whether it is in vain. A thread
  /// that goes on alone for thousands of steps has nothing to be compared with.
  private static let stretch = 32

  /// Looks at the step that `thread` is about to make, before it joins any clock: earlier
  /// dependent steps that its clock does not know could have come after it.
  func findRaces(of thread: VirtualThread, in model: RunModel) {
    let operation = thread.pending
    let signature = model.signature(of: thread)
    let clocks = model.clocks
    let known = clocks.copy(thread.row)
    if operation.touchesTasks { return findRaces(amongTasksOf: thread, in: model) }
    var seen = 0
    // A wait with a deadline that finds two signals does not need the later one.
    var spare = signature.kind == .timedWait ? max(0, model.tokens(for: thread) - 1) : 0
    for index in model.history(of: operation.object) {
      seen += 1
      if seen % Self.stretch == 0, model.isAllKnown(to: known, but: thread.id) { return }
      let step = model.steps[index]
      guard signature.dependsOn(step.signature) else { continue }
      let other = Int(step.thread)
      if other != thread.id,
        clocks.order(known, other) < clocks.order(step.row, other)
      {
        if spare > 0, step.signature.kind == .signal {
          spare -= 1
          continue
        }
        backtrack(to: index, before: thread, knowing: known, in: model)
      }
      if step.signature.ordersAllBefore(signature) { break }
      clocks.joinOrder(known, step.row)
    }
  }

  /// Notes that `thread` could have made its step instead of the step `index`.
  ///
  /// `known` is the clock of its operation, with the dependent steps after `index` joined.
  func backtrack(
    to index: Int, before thread: VirtualThread, knowing known: ClockTable.Row, in model: RunModel
  ) {
    if let watch, watch.keeps(index, before: thread.id, in: model) { return }
    let row = model.clocks.copy(known)
    model.clocks.tickOrder(row, thread.id)
    // Without the earlier step there is no deadline that was set behind it.
    let timers = thread.timer.map(model.timers(before:)) ?? []
    let step = model.steps[index]
    let other = Int(step.thread)
    reversals.append(
      Reversal(
        first: index, thread: thread.id, signature: Signature(thread.pending), known: row,
        timers: timers.filter {
          model.clocks.order($0.start, other) < model.clocks.order(step.row, other)
        }))
  }

  /// How a schedule begins that has the two steps the other way round; nil if one was run or is to be
  /// run in any case, or if none can have or is to have them so.
  func wanted(_ reversal: Reversal, in model: RunModel) -> Beginning? {
    guard reversal.first >= prefix.count, let beginning = model.beginning(of: reversal) else {
      return nil
    }
    let node = path[reversal.first]
    for thread in node.asleep {
      let step = model.step(
        model.signature(ofNextStepOf: thread, after: reversal.first), of: thread)
      // What is run in another part asks for nothing in this one. So a thread that is kept back only
      // stands for what surely begins with its step.
      let isSure = !node.heldBack.contains(thread) || beginning.contains(step.thread)
      if isSure, beginning.canFollow(step) { return nil }
    }
    return beginning
  }
}

extension RunModel {
  /// All steps that can be made without the first of the two, with the second as early as it can
  /// be; nil if that cannot be made without the first.
  ///
  /// All of them are needed: a schedule is new because of the steps that it has in another order
  /// than those that were run, and any of these may be among them.
  fileprivate func beginning(of reversal: DepthFirst.Reversal) -> Beginning? {
    rearrangement.begin(self, after: reversal.first)
    var rest = Array((reversal.first + 1)..<steps.count)
    var beginning = Beginning(room: rest.count + 1, clocks)
    place(&rest, into: &beginning) {
      clocks.order(reversal.known, Int($0.thread)) >= clocks.order($0.row, Int($0.thread))
    }
    if !placeSecond(of: reversal, into: &beginning) {
      guard needsGifts || !reversal.timers.isEmpty else { return nil }
      place(&rest, into: &beginning) { _ in true }
      guard placeSecond(of: reversal, into: &beginning) else { return nil }
    }
    place(&rest, into: &beginning) { _ in true }
    return beginning
  }

  /// Places those of the steps `rest` that are wanted and can come next, and takes them off.
  private func place(
    _ rest: inout [Int], into beginning: inout Beginning, where isWanted: (Step) -> Bool
  ) {
    var isPlacing = true
    while isPlacing {
      var left = 0
      for number in rest.indices {
        let index = rest[number]
        let step = steps[index]
        guard isWanted(step), rearrangement.place(step) else {
          rest[left] = index
          left += 1
          continue
        }
        let thread = Int(step.thread)
        beginning.append(self.step(step.signature, of: thread), of: thread, knowing: step.row)
      }
      // A wait whose signal is left out may get another one from a later step.
      isPlacing = needsGifts && left < rest.count
      rest.removeLast(rest.count - left)
    }
  }

  private func placeSecond(
    of reversal: DepthFirst.Reversal, into beginning: inout Beginning
  ) -> Bool {
    let isTimed = reversal.signature.kind == .timedWait
    let made = isTimed ? rearrangement.made(reversal.signature) : reversal.signature
    guard rearrangement.haveFired(reversal.timers),
      rearrangement.place(made, of: reversal.thread, knowing: reversal.known)
    else { return false }
    beginning.append(step(made, of: reversal.thread), of: reversal.thread, knowing: reversal.known)
    if isTimed, outcome(of: reversal) != made.kind { rearrangement.lose(reversal.thread) }
    return true
  }

  /// What the later step came to in this run, if it was made.
  private func outcome(of reversal: DepthFirst.Reversal) -> OperationKind? {
    let number = clocks.order(reversal.known, reversal.thread)
    return steps[reversal.first...].first {
      $0.thread == reversal.thread && clocks.order($0.row, reversal.thread) == number
    }?.signature.kind
  }

  /// What `thread` stood before when the step `index` was made, and what it would have come to.
  fileprivate func signature(ofNextStepOf thread: Int, after index: Int) -> Signature {
    let next =
      steps[index...].first { $0.thread == thread }?.signature
      ?? Signature(threads[thread].pending)
    if [.lock, .tryLock, .foundLocked].contains(next.kind) {
      // It could have been made then, so that one who finds the lock taken has only tried.
      var then = next
      then.kind = isTaken(next.object, after: index) ? .foundLocked : .lock
      return then
    }
    guard hasDeadlines, [.wait, .timedWait, .timedOut].contains(next.kind) else { return next }
    rearrangement.begin(self, after: index)
    return rearrangement.made(next)
  }

  /// Whether the first `count` steps have left a lock with somebody. One who gives back what another
  /// has does nothing.
  private func isTaken(_ lock: Int32, after count: Int) -> Bool {
    var givers = ThreadSet()
    for index in history(of: Int(lock)) where index < count {
      let step = steps[index]
      if step.signature.kind == .unlock { givers.insert(Int(step.thread)) }
      if step.signature.kind == .lock { return !givers.contains(Int(step.thread)) }
    }
    return false
  }

  /// Whether no step of another thread is missing in a clock.
  fileprivate func isAllKnown(to row: ClockTable.Row, but thread: Int) -> Bool {
    threads.allSatisfy { other in
      other.id == thread || clocks.order(row, other.id) >= clocks.order(other.row, other.id)
    }
  }

  /// The steps that worked on an object, the last first.
  func history(of object: Int) -> History {
    History(steps: steps, index: objects[object].lastStep)
  }

  struct History: Sequence, IteratorProtocol {
    fileprivate let steps: GrowingList<Step>
    fileprivate var index: Int?

    mutating func next() -> Int? {
      defer { index = index.flatMap { steps[$0].previous } }
      return index
    }
  }
}
