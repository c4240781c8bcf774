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
    let place: LookPlace
    let thread: Int
    let step: Int
    /// The first step of its loop.
    let began: Int
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
    guard !steps.contains(where: \.isChoice) else { return false }
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
}
