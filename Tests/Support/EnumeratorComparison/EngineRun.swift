public import IndependentEnumerator
import Interleaving

/// What the engine makes of a program.
public struct EngineRun: Sendable {
  public private(set) var outcomes: Set<String> = []
  public private(set) var schedules = 0
  public private(set) var redundantRuns = 0
  /// The same of two jobs.
  public private(set) var redundantTogether = 0
  /// What other ways to explore the same program say differently: two jobs at once and three parts must
  /// come to the same, and no schedule that is drawn may be new.
  public private(set) var disagreements: [String] = []

  /// Nil if there are more schedules than that.
  public init?(_ program: SmallProgram, schedules limit: Int) {
    let observer = Observer()
    var options = ExplorationOptions(schedules: limit, shrinks: false)
    options.longestComputation = .seconds(10)
    // A world notes nothing in a run that is over, and there are many deadlocks.
    options.stuckThreads = .letGo
    options.onSchedule = { _ in observer.scheduleEnded() }
    do {
      func explored() throws(ExplorationError) -> Exploration {
        try explore("program", options: options) { runtime in
          let world = World(program, in: runtime)
          observer.world = world
          world.run(program)
        }
      }
      var result = try explored()
      // All loops of the program look on the same line of its world.
      if case .partial(.retry(_, let looks)) = result.coverage {
        options.looks = looks
        result = try explored()
      }
      if case .partial(.budget) = result.coverage { return nil }
      schedules = result.schedules
      redundantRuns = result.redundantRuns
      outcomes = Set(result.outcomes.map(\.name)).union(observer.stuck)
      if !result.coverage.isComplete { outcomes.insert("\(result.coverage)") }
      options.onSchedule = nil
      try compare(program, with: result, options)
    } catch {
      outcomes = ["\(error)"]
    }
  }
}

extension EngineRun {
  private mutating func compare(
    _ program: SmallProgram, with all: Exploration, _ options: ExplorationOptions
  ) throws(ExplorationError) {
    var options = options
    let names = Set(all.outcomes.map(\.name))
    let run: @Sendable (Runtime) -> Void = { World(program, in: $0).run(program) }
    let together = try explore("program", options: options, jobs: 2, run)
    redundantTogether = together.redundantRuns
    if together.schedules != all.schedules || Set(together.outcomes.map(\.name)) != names {
      disagreements.append(
        "\(all.schedules) schedules by one job, \(together.schedules) by two")
    }
    if all.coverage.isComplete {
      let parts = try schedulesInParts(options, run)
      if parts != all.schedules {
        disagreements.append("\(all.schedules) schedules by one job, \(parts) in three parts")
      }
    }
    // Enough to come upon most schedules of a program that has few.
    options.method = .sampled(min(options.schedules, 3 * all.schedules + 20), seed: 1)
    let drawn = try explore("program", options: options, run)
    if case .sampled(_, _, let distinct) = drawn.coverage, distinct > all.schedules {
      disagreements.append("\(all.schedules) schedules, and \(distinct) different ones drawn")
    }
    for name in Set(drawn.outcomes.map(\.name)).subtracting(names).sorted() {
      disagreements.append("only drawn: \(name)")
    }
  }
}

/// How many schedules three parts have together.
private func schedulesInParts(
  _ options: ExplorationOptions, _ run: @escaping Program
) throws(ExplorationError) -> Int {
  var sum = 0
  for number in 1...3 {
    var options = options
    options.shard = ExplorationOptions.Shard(number, of: 3)
    sum += try explore("program", options: options, run).schedules
  }
  return sum
}

/// Looks at the world of each run when it has ended. The engine has one name for all runs that are
/// stuck; what one was like can be seen here.
private final class Observer: @unchecked Sendable {
  // @unchecked Sendable because runs are made one after the other.
  var world: World?
  public private(set) var stuck: Set<String> = []

  func scheduleEnded() -> Bool {
    if let name = world?.stuck { stuck.insert(name) }
    return true
  }
}
