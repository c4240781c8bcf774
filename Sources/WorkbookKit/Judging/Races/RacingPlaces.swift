internal import ControlledDispatch

/// Two accesses that nothing orders, with the calls that led to them, by how far they are from the
/// beginning of the program.
struct RacingPlaces: Sendable, Hashable, Codable {
  var first: [UInt]
  var second: [UInt]
  var firstWrites: Bool
  var secondWrites: Bool

  /// What was found in this process, as far as its accesses to memory are looked at.
  static func found() -> [RacingPlaces] {
    let races = MemoryAccesses.detector?.races() ?? []
    guard !races.isEmpty else { return [] }
    let base = FreshGlobals.loadAddress.map { UInt(bitPattern: $0) } ?? 0
    return races.map { race in
      RacingPlaces(
        first: race.first.map { $0 &- base }, second: race.second.map { $0 &- base },
        firstWrites: race.firstWrites, secondWrites: race.secondWrites)
    }
  }
}

extension [RacingPlaces] {
  /// The places, each once and in an order that does not depend on chance.
  var places: [[UInt]] {
    Set(flatMap { [$0.first, $0.second] }).sorted { $0.lexicographicallyPrecedes($1) }
  }

  /// One sentence for each variable that is raced for, where both lines are known.
  func sentences(_ steps: [[UInt]: AccessStep]) -> [String] {
    var races: [(name: String, sentence: String, pairs: Set<Set<String>>)] = []
    for race in self {
      guard let first = steps[race.first], let second = steps[race.second] else { continue }
      let (one, two) = (Self.verb(race.firstWrites), Self.verb(race.secondWrites))
      let (here, there) = ("\(first.file):\(first.line)", "\(second.file):\(second.line)")
      let pair: Set = ["\(here) \(one)", "\(there) \(two)"]
      if let known = races.firstIndex(where: { $0.name == first.name || $0.name == second.name }) {
        races[known].pairs.insert(pair)
        continue
      }
      let other = first.file == second.file ? ":\(second.line)" : there
      let sentence = "\(here) \(one) `\(first.name)`, \(other) \(two) it; nothing orders them"
      races.append((first.name, sentence, [pair]))
    }
    return races.map { race in
      let others = race.pairs.count - 1
      return race.sentence + (others == 0 ? "" : " (and \(others.of("other pair")) of accesses)")
    }
  }

  private static func verb(_ writes: Bool) -> String { writes ? "writes" : "reads" }
}
