internal import Foundation
internal import Interleaving

/// How many schedules it takes to come upon a bug, by each way of choosing them:
/// `benchmark finds [--seeds N] [NAME...]`.
enum Finds {
  private static let most = 1_000

  private enum Way: CaseIterable {
    case depthFirst, uniform, partialOrder, priorities, portfolio

    var title: String {
      switch self {
      case .depthFirst: "depth first"
      case .uniform: "uniform"
      case .partialOrder: "partial order"
      case .priorities: "PCT 3"
      case .portfolio: "portfolio"
      }
    }

    func method(_ seed: UInt64) -> ExplorationOptions.Method {
      switch self {
      case .depthFirst: .exhaustive
      case .uniform: .sampled(most, seed: seed)
      case .partialOrder: .sampled(most, seed: seed, .partialOrder)
      case .priorities: .sampled(most, seed: seed, .pct(depth: 3))
      case .portfolio: .portfolio(most, seed: seed)
      }
    }
  }

  /// False if the portfolio takes more than twice as many as the best of the others.
  static func run(_ arguments: [String]) throws -> Bool {
    var (names, seeds) = (arguments, 100)
    if let flag = names.firstIndex(of: "--seeds") {
      guard let number = names.dropFirst(flag + 1).first.flatMap({ Int($0) }), number > 0 else {
        throw BadArguments(text: "--seeds needs a number")
      }
      seeds = number
      names.removeSubrange(flag...(flag + 1))
    }
    let programs = RacyProgram.all.filter { program in
      names.isEmpty || names.contains { program.name.contains($0) }
    }
    guard !programs.isEmpty else { throw BadArguments(text: "no program is called so") }
    print(
      "     " + Counts.padded("median of \(seeds)", to: -18)
        + Way.allCases.map { Counts.padded($0.title, to: 15) }.joined())
    return try programs.map { try measure($0, seeds) }.allSatisfy { $0 }
  }

  private static func measure(_ program: RacyProgram, _ seeds: Int) throws -> Bool {
    let found = try Way.allCases.map { way in
      // Depth first is the same each time.
      median(try (1...(way == .depthFirst ? 1 : seeds)).map { try first(program, way, UInt64($0)) })
    }
    let best = found.dropLast().min() ?? 0
    let isGood = found.last! <= max(2 * best, best + 1)
    let columns = found.map { $0 > most ? "none" : "\($0)" }
    print(
      (isGood ? "ok   " : "MISS ") + Counts.padded(program.name, to: -18)
        + columns.map { Counts.padded($0, to: 15) }.joined())
    fflush(nil)
    return isGood
  }

  /// The number of the first schedule that fails; one more than the most if none does.
  private static func first(
    _ program: RacyProgram, _ way: Way, _ seed: UInt64
  ) throws -> Int {
    var options = ExplorationOptions(
      way.method(seed), schedules: most, schedulesBehindFailure: 0, races: .ignored, shrinks: false)
    // None of these programs minds.
    options.stuckThreads = .letGo
    let result = try explore(program.name, options: options, program.program)
    return result.failingSchedules > 0 ? result.schedules : most + 1
  }
}
