internal import Synchronization

/// Divides an exploration into parts that have no schedule in common, and says who runs which.
///
/// The first choices of a schedule are all tried, whether or not that can make a difference, until
/// there are enough ways in; each way in is a part. Which parts there are depends on nothing that is
/// found in one of them, so that parts can be run anywhere, at any time.
final class Share: Sendable {
  /// So many ways in are enough to share them out evenly.
  static let ways = 64

  private let shard: ExplorationOptions.Shard
  private let claimed = Atomic(0)

  init(_ shard: ExplorationOptions.Shard?) {
    self.shard = shard ?? ExplorationOptions.Shard(1, of: 1)
  }

  /// Whether the caller is to run part `number`. Everybody comes to the parts in the same order,
  /// and the first who comes to one has it.
  func claim(_ number: Int) -> Bool {
    guard number % shard.count == shard.number - 1 else { return false }
    var known = claimed.load(ordering: .relaxed)
    while number >= known {
      let (exchanged, now) = claimed.compareExchange(
        expected: known, desired: number + 1, ordering: .relaxed)
      if exchanged { return true }
      known = now
    }
    return false
  }
}

/// How far an exploration is, all who take part in it together.
final class Progress: Sendable {
  private let runs = Atomic(0)
  private let schedules = Atomic(0)
  private let isStopped = Atomic(false)

  /// Counts a run, and returns how many schedules there have been.
  func count(isSchedule: Bool) -> Int {
    runs.add(1, ordering: .relaxed)
    guard isSchedule else { return schedules.load(ordering: .relaxed) }
    return schedules.add(1, ordering: .relaxed).newValue
  }

  func hasRoom(in budget: Int) -> Bool { runs.load(ordering: .relaxed) < budget }

  var goesOn: Bool { !isStopped.load(ordering: .relaxed) }
  func stop() { isStopped.store(true, ordering: .relaxed) }
}
