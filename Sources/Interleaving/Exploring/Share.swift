/// Says who runs which of the parts of an exploration.
///
/// Which parts there are depends on nothing that is found in one of them, so that parts can be run
/// anywhere, at any time.
final class Share: Sendable {
  /// So many parts for each who takes one, because some have more schedules than others.
  static let partsEach = 8

  struct Piece: @unchecked Sendable {
    // @unchecked Sendable because the search belongs to the one who has claimed the part.
    let part: Part
    /// The search that has made the first run of it; nil if none has.
    let begun: DepthFirst?
  }

  let pieces: [Piece]
  private let shard: ExplorationOptions.Shard?
  private let claimed = SharedNumbers(1)

  init(_ pieces: [Piece], _ shard: ExplorationOptions.Shard?) {
    self.pieces = pieces
    self.shard = shard
  }

  /// Whether part `number` is one of those that are run here.
  static func owns(_ number: Int, _ shard: ExplorationOptions.Shard?) -> Bool {
    shard.map { number % $0.count == $0.number - 1 } ?? true
  }

  /// Whether the caller is to run part `number`. All come to the parts in the same order, and the first
  /// who comes to one has it.
  func claim(_ number: Int) -> Bool {
    Self.owns(number, shard) && claimed.raise(0, to: number + 1)
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
