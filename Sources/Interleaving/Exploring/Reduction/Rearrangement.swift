/// Puts steps of a run in another order, one by one, in which dependent ones stay as they were.
///
/// Signals are not bound to waits: a wait may have any that is there.
final class Rearrangement {
  private let clocks: ClockTable
  /// How many steps of each thread are placed.
  private let placed = GrowingList<Int32>()
  /// How many waits could go on now, by object; only where some thread waits.
  @Kept private var supply: [Int32: Int]? = nil
  /// Threads whose last step comes to something else than in the run: a wait with a deadline that
  /// finds no signal any more.
  @Kept private var strays = ThreadSet()

  init(_ clocks: ClockTable) { self.clocks = clocks }

  /// Leaves the first `count` steps of the run where they are, and takes all others away.
  func begin(_ model: RunModel, after count: Int = 0) {
    placed.fill(0, count: clocks.threads)
    if supply != nil || model.needsGifts { supply = model.needsGifts ? model.supply : nil }
    strays = ThreadSet()
    for index in 0..<count {
      advance(by: model.steps[index].signature, of: Int(model.steps[index].thread))
    }
  }

  /// Whether a step can come next.
  func canPlace(_ step: RunModel.Step) -> Bool {
    canPlace(step.signature, of: Int(step.thread), knowing: step.row)
  }

  private func canPlace(
    _ signature: Signature, of thread: Int, knowing row: ClockTable.Row
  ) -> Bool {
    guard clocks.order(row, thread) == placed[thread] + 1, !strays.contains(thread) else {
      return false
    }
    for other in placed.indices where other != thread && clocks.order(row, other) > placed[other] {
      return false
    }
    return hasSupply(for: signature)
  }

  /// Whether what it waits for, if it waits, is there.
  func hasSupply(for signature: Signature) -> Bool {
    switch signature.kind {
    case .wait: supply![signature.object, default: 0] >= signature.amount
    case .awaitCompletion: supply![signature.object, default: 0] > 0
    // It would find a signal.
    case .timedOut: supply?[signature.object, default: 0] ?? 0 == 0
    default: true
    }
  }

  /// What a wait with a deadline comes to if it is made next; any other step is what it is.
  func made(_ signature: Signature) -> Signature {
    guard signature.kind == .timedWait || signature.kind == .timedOut || signature.kind == .wait
    else { return signature }
    var made = signature
    made.kind = supply?[signature.object, default: 0] ?? 0 > 0 ? .wait : .timedOut
    return made
  }

  /// `thread` has come to do something else than in the run: what it does then is not known.
  func lose(_ thread: Int) { strays.insert(thread) }

  /// Whether these deadlines are over.
  func haveFired(_ timers: [TimerModel]) -> Bool {
    timers.allSatisfy { timer in
      guard let end = timer.end else { return false }
      return clocks.order(end, timer.thread) <= placed[timer.thread]
    }
  }

  /// Makes a step the next one, if it can be.
  @discardableResult
  func place(_ step: RunModel.Step) -> Bool {
    place(step.signature, of: Int(step.thread), knowing: step.row)
  }

  func place(
    _ signature: Signature, of thread: Int, knowing row: ClockTable.Row
  ) -> Bool {
    guard canPlace(signature, of: thread, knowing: row) else { return false }
    advance(by: signature, of: thread)
    return true
  }

  private func advance(by signature: Signature, of thread: Int) {
    placed[thread] += 1
    guard supply != nil else { return }
    switch signature.kind {
    case .wait: supply![signature.object, default: 0] -= signature.amount
    // It may have come away with nothing.
    case .timedWait: supply![signature.object] = max(0, supply![signature.object, default: 0] - 1)
    case .signal, .complete: supply![signature.object, default: 0] += 1
    default: break
    }
  }
}
