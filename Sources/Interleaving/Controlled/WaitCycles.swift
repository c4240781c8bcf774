/// Who waits for whom, looked at wherever a thread begins to wait: a circle is a deadlock, a lock that is
/// taken inside of another one is a circle that may be.
extension RunModel {
  /// Follows who waits for whom from `thread`; a way back to it is a deadlock, whatever else
  /// can still run.
  func recordCycle(from thread: VirtualThread) {
    var members = [thread.id]
    var next = blocker(of: thread)
    while let id = next, id != thread.id {
      guard !members.contains(id) else { return }
      members.append(id)
      next = blocker(of: threads[id])
    }
    guard next == thread.id else { return }
    record.cycles.append(RunRecord.Cycle(members: members, step: steps.count))
    record.failedAt = record.failedAt ?? steps.count
    if isTracing { logCycle(members) }
  }

  /// The thread that `thread` cannot go on without, if one can be named.
  func blocker(of thread: VirtualThread) -> Int? {
    guard thread.phase == .waiting else { return nil }
    switch thread.pending.kind {
    case .lock: return object(thread.pending.object, as: LockModel.self).owner
    case .wait:
      let holders = object(thread.pending.object, as: SemaphoreModel.self).turnOf.map {
        object($0, as: ResourceModel.self).holders
      }
      // A thread that waits for what it has itself waits for itself.
      return holders.flatMap { $0.contains(thread.id) ? thread.id : $0.first }
    case .read, .write, .exchange:
      return object(thread.pending.object, as: ResourceModel.self).changer
    case .turn: return object(thread.pending.object, as: QueueModel.self).runner
    case .finishOnMain: return 0
    case .join: return thread.pending.object
    default: return nil
    }
  }

  /// Remembers that `thread` takes `object` while it holds others.
  func recordOrder(of thread: VirtualThread, acquiring object: SharedObject) {
    guard !thread.holdings.isEmpty else { return }
    let gates = thread.holdings.map(\.object)
    for holding in thread.holdings where holding.object != object.id {
      let order = RunRecord.LockOrder(
        held: holding.object, taken: object.id, thread: thread.id, heldAt: holding.place,
        takenAt: thread.pending.place, gates: gates)
      guard !record.orders.contains(where: { $0.isSameOrder(order) }) else { continue }
      record.orders.append(order)
    }
  }
}

extension RunRecord.LockOrder {
  func isSameOrder(_ other: Self) -> Bool {
    held == other.held && taken == other.taken && thread == other.thread && gates == other.gates
  }
}
