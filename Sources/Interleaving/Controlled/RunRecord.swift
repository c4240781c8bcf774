/// What a run leaves behind besides its steps. Events are kept only while tracing.
struct RunRecord {
  /// One lock taken while another was held.
  struct LockOrder: Hashable {
    let held: Int
    let taken: Int
    let thread: Int
    let heldAt: SourcePlace
    let takenAt: SourcePlace
    /// Everything that was held.
    let gates: [Int]
  }

  /// Threads that wait for each other in a circle, found after `step` steps.
  struct Cycle {
    let members: [Int]
    let step: Int
  }

  /// A thread that was made to wait after so many steps, because it only looks on that line.
  struct Looker {
    let place: SourcePlace
    let thread: Int
    let step: Int
  }

  struct Content {
    let name: String
    let value: Any
  }

  var events: [TraceEvent] = []
  /// For each event, how many steps had been made before it.
  var eventSteps: [Int] = []
  /// Threads ran side by side, and there was nothing to choose.
  var isUncontrolled = false
  /// Two threads of which neither came to know of the other, and neither made a step.
  var unseen: [String] = []
  /// What the program did that is no step, as an engine says.
  var leftOut: Set<String> = []
  var outcome: String?
  /// Whether the outcome is an engine's, which the program cannot change.
  var isOutcomeFinal = false
  /// What was last in each cell, by its number, where that is kept.
  var contents: [Int: Content] = [:]
  var threadNames: [String] = []
  var failures: [ProgramFailure] = []
  /// A loop that only looks was unrolled no further.
  var unrolls = false
  /// Those of them that others could still have changed something for.
  var lookers: [Looker] = []
  /// What went on where no order could be tried.
  var unordered: Set<Unordered> = []
  var cycles: [Cycle] = []
  var deadlock: DeadlockReport?
  /// The thread that the run was left behind for.
  var stuck: StuckThread?
  /// Numbers of reports in the `RaceTable`.
  var races: [Int] = []
  var orders: [LockOrder] = []
  var longestStall = MainStall(duration: .zero, place: nil)
  /// Steps before the first failure was declared.
  var failedAt: Int?
}

extension RunModel {
  /// Whether no step was ever a choice although two threads were started of which neither came to
  /// know of the other.
  var isUncontrolled: Bool {
    guard !steps.contains(where: { $0.enabled.count > 1 }) else { return false }
    return threads.contains { one in
      one.id > 0
        && threads.contains { other in
          other.id > one.id && clocks.sync(one.row, other.id) == 0
            && clocks.sync(other.row, one.id) == 0
        }
    }
  }

  /// The names of two threads that ran side by side and of which nothing was seen: what they did to
  /// each other is not known, whatever the others are seen to do.
  var unseenThreads: [String] {
    let silent = threads.filter {
      $0.id > 0 && $0.queue == nil && !$0.isLane && $0.lastStep < 0 && $0.phase == .ended
    }
    for (index, one) in silent.enumerated() {
      let other = silent[(index + 1)...].first {
        clocks.sync(one.row, $0.id) == 0 && clocks.sync($0.row, one.id) == 0
      }
      if let other { return [one.name, other.name] }
    }
    return []
  }

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
