/// Loops that only look: a spin-wait, a retry.
///
/// A thread that reads a cell again and again on one line, and changes nothing meanwhile, could go
/// round without end before another thread comes. So after some looks it is parked until one of the
/// cells that its loop looks at has been changed, or until no other thread can go on.
///
///     spinner                  other
///     reads flag: false
///     reads flag: false        (so often that a retry can give up)
///     (parked)                 writes flag
///     reads flag: true
///
/// A task that goes round several actors is waited for on its own thread, wherever it comes from.
///
/// To try a lock in vain is a look, and so is an exchange that leaves everything as it was, to ask
/// whether something is complete or a task cancelled, and to wait until it is too late. So is to come
/// back to an actor, where a task has only slept or given its turn up since it was there.
struct Look {
  let place: LookPlace
  let object: Int
  /// How often the object had been changed when it was read.
  var seen: Int
  /// How often it was found like that, one time after the other, from which step on and until which.
  var count: Int
  var first: Int
  var last: Int
}

/// A line of the program. Of a task that comes back to an actor the line is not known, and the code that
/// it goes on with tells one loop from another.
struct LookPlace: Hashable {
  let line: SourcePlace
  let code: UInt
}

extension RunModel {
  /// A loop in another one is taken for one that comes to its end within so many times the looks after
  /// which a thread is parked.
  private static let loopsInside = 3

  /// Called where `thread` stands before an operation; an exchange that fails has only looked.
  func parkIfLookingOnly(_ thread: VirtualThread) {
    guard let limit = looks, thread.hasLooked, let looks = looksSoFar(of: thread),
      let object = watched(by: thread.pending),
      let look = looks.first(where: { $0.object == object && $0.place == thread.lookPlace }),
      look.count >= limit, !isBeyondLimit
    else { return }
    // What it looked at before may be of no more interest, or what a loop around this one looks at, to
    // which it comes back after some more rounds.
    let inLoop = looks.filter { $0.last >= look.first }
    guard inLoop.count == looks.count || look.count >= Self.loopsInside * limit,
      !inLoop.contains(where: hasChanged)
    else { return }
    thread.isParked = true
    thread.loopBegan = look.first
    parked.insert(thread.id)
    record.unrolls = true
    // A loop that waits for a time each round is a wait: time goes by until something has changed.
    let isTimed =
      thread.pending.kind == .timedWait || thread.timer != nil
      || objects[object].name == Runtime.clockName
    guard !isTimed, !standing.subtracting(parked).isEmpty,
      !record.lookers.contains(where: { $0.place == thread.lookPlace && $0.thread == thread.id })
    else { return }
    record.lookers.append(
      RunRecord.Looker(
        place: thread.lookPlace, thread: thread.id, step: steps.count, began: look.first))
  }

  /// Whether `thread`, which has looked, is about to do the same again.
  func looksAgain(_ thread: VirtualThread) -> Bool {
    guard let looks = looksSoFar(of: thread), let object = watched(by: thread.pending) else {
      return false
    }
    return looks.contains { $0.object == object && $0.place == thread.lookPlace }
  }

  /// Whether it is about to look at something that its loop has not looked at since step `began`.
  func looksElsewhere(_ thread: VirtualThread, since began: Int) -> Bool {
    guard let looks = looksSoFar(of: thread), let object = watched(by: thread.pending) else {
      return false
    }
    return !looks.contains { $0.object == object && $0.last >= began }
  }

  /// Those that count before what `thread` is about to do; nil if that is no look.
  private func looksSoFar(of thread: VirtualThread) -> GrowingList<Look>? {
    switch thread.pending.kind {
    case .read: thread.asks || isCell(thread.pending.object) ? thread.looks : nil
    case .exchange, .tryLock: thread.looks
    case .enqueue: (thread.arrival ?? 0) == 0 || thread.traveller != nil ? nil : thread.looks
    case .poll: thread.timer == nil ? thread.looks : thread.timeOuts
    case .timedWait: thread.timeOuts
    default: nil
    }
  }

  /// The object that `operation` looks at: who waits for its turn with something looks at that.
  private func watched(by operation: Operation) -> Int? {
    switch operation.kind {
    case .timedWait:
      object(operation.object, as: SemaphoreModel.self).turnOf ?? operation.object
    case .poll: objects[operation.object] is TimerModel ? nil : operation.object
    default: operation.object
    }
  }

  /// What `thread` has looked at now, and how often. What it changes is the end of only looking.
  ///
  /// `made` is what the operation that it stood before has come to.
  func noteLook(_ made: OperationKind, by thread: VirtualThread, hadDeadline: Bool) {
    switch made {
    case .read:
      if thread.pending.kind == .exchange || thread.asks || isCell(thread.pending.object) {
        note(in: thread.looks, by: thread)
      }
      thread.asks = false
    case .foundLocked: note(in: thread.looks, by: thread)
    case .poll:
      let completion = object(thread.pending.object, as: CompletionModel.self)
      if completion.completed == nil {
        note(in: hadDeadline ? thread.timeOuts : thread.looks, by: thread)
      }
    case .timedOut: note(in: thread.timeOuts, by: thread)
    case .enqueue where thread.arrival != nil:
      if thread.arrival != 0 { note(in: looker(thread).looks, by: thread) }
    default:
      // A task for which an actor changes something does not only look at the actor.
      if let actor = thread.actor ?? thread.queue { objects[actor].changes += 1 }
      if !thread.looks.isEmpty { thread.looks.removeAll() }
      if made == .wait, !thread.timeOuts.isEmpty { thread.timeOuts.removeAll() }
    }
  }

  private func note(in looks: GrowingList<Look>, by thread: VirtualThread) {
    guard let object = watched(by: thread.pending) else { return }
    let changes = objects[object].changes
    let known = looks.firstIndex { $0.object == object && $0.place == thread.lookPlace }
    guard let known else {
      // A task that comes back has looked once before.
      let count = thread.pending.kind == .enqueue ? 2 : 1
      looks.append(
        Look(
          place: thread.lookPlace, object: object, seen: changes, count: count,
          first: steps.count, last: steps.count))
      return
    }
    var look = looks[known]
    if look.seen != changes { (look.count, look.first) = (0, steps.count) }
    look.count += 1
    (look.seen, look.last) = (changes, steps.count)
    looks[known] = look
  }

  /// Who looks where `thread` looks: it may run what a task does on an actor.
  func looker(_ thread: VirtualThread) -> VirtualThread {
    thread.traveller.map { threads[$0] } ?? thread
  }

  /// Lets those go on who looked for a change of this object. Their looking comes after it.
  func noteChange(of object: SharedObject, by thread: VirtualThread, _ row: ClockTable.Row) {
    // Who waits in vain, again and again, gets in line and out of it each time.
    if !thread.timeOuts.isEmpty, thread.timeOuts.contains(where: { $0.object == object.id }) {
      return
    }
    object.changes += 1
    guard !parked.isEmpty else { return }
    for id in parked where threads[id].watches(object) { unpark(threads[id], after: row) }
  }

  /// No other thread can go on, so nothing will change; a retry may give up.
  func unparkAll() {
    for id in parked {
      for other in threads where other.id != id { clocks.joinOrder(threads[id].row, other.row) }
      unpark(threads[id], after: nil)
    }
  }

  private func unpark(_ thread: VirtualThread, after row: ClockTable.Row?) {
    if let row { clocks.joinOrder(thread.row, row) }
    thread.isParked = false
    parked.remove(thread.id)
  }

  private func hasChanged(_ look: Look) -> Bool { objects[look.object].changes != look.seen }

  private func isCell(_ id: Int) -> Bool {
    object(id, as: ResourceModel.self).isCell
  }
}

extension VirtualThread {
  fileprivate var hasLooked: Bool { !looks.isEmpty || !timeOuts.isEmpty }

  /// The place that its next operation has, as a look.
  fileprivate var lookPlace: LookPlace {
    arrival.map { LookPlace(line: startedAt, code: $0) }
      ?? LookPlace(line: pending.place, code: 0)
  }

  /// Whether the loop in which it is parked looks at an object.
  fileprivate func watches(_ object: SharedObject) -> Bool {
    [looks, timeOuts].contains { list in
      list.contains { $0.object == object.id && $0.last >= loopBegan }
    }
  }
}
