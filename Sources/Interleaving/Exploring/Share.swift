/// Says who runs which of the parts of an exploration.
///
/// Which parts there are depends on nothing that is found in one of them, so that parts can be run
/// anywhere, at any time.
final class Share: Sendable {
  /// So many parts for each who takes one, because some have more schedules than others.
  static let partsEach = 8

  let parts: [Part]
  private let shard: ExplorationOptions.Shard
  private let claimed = SharedNumbers(1)

  init(_ parts: [Part], _ shard: ExplorationOptions.Shard?) {
    self.parts = parts
    self.shard = shard ?? ExplorationOptions.Shard(1, of: 1)
  }

  /// Whether the caller is to run part `number`. Everybody comes to the parts in the same order,
  /// and the first who comes to one has it.
  func claim(_ number: Int) -> Bool {
    guard number % shard.count == shard.number - 1 else { return false }
    return claimed.raise(0, to: number + 1)
  }
}

/// How far an exploration is, all who take part in it together, child processes among them.
final class Progress: Sendable {
  private enum Number { static let runs = 0, schedules = 1, stops = 2 }

  private let numbers = SharedNumbers(3)

  /// Counts a run, and returns how many schedules there have been.
  func count(isSchedule: Bool) -> Int {
    _ = numbers.add(1, to: Number.runs)
    return numbers.add(isSchedule ? 1 : 0, to: Number.schedules)
  }

  func hasRoom(in budget: Int) -> Bool { numbers[Number.runs] < budget }

  var goesOn: Bool { numbers[Number.stops] == 0 }
  func stop() { _ = numbers.add(1, to: Number.stops) }
}
